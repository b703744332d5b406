import Link from "next/link"

/** What an address says that shows nothing. */
export function PageNotFound() {
  return (
    <>
      <h1>Nothing here</h1>
      <p>This address shows nothing, and nothing was charged.</p>
      <p>
        <Link href="/">To the signals</Link>
      </p>
    </>
  )
}

import Link from "next/link"

/** Content of a 404 page. */
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

import Link from "next/link"

/** Content of a 404 page. */
export function PageNotFound() {
  return (
    <>
      <h1>Page not found</h1>
      <p>You were not charged.</p>
      <p>
        <Link href="/">Go to the overview</Link>
      </p>
    </>
  )
}

import Link from "next/link"

export default function NotFound() {
  return (
    <main className="bare">
      <h1>Nothing here</h1>
      <p>This address shows nothing, and nothing was charged.</p>
      <p>
        <Link href="/">To the signals</Link>
      </p>
    </main>
  )
}

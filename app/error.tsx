"use client"

/** The last resort of every screen. What was bought is in this browser's storage, so nothing is lost. */
export default function ErrorPage({ reset }: { readonly reset: () => void }) {
  return (
    <main className="bare">
      <h1>This page broke</h1>
      <p>Your receipts and any payment under way are safe in this browser.</p>
      <button className="button primary" type="button" onClick={reset}>
        Try again
      </button>
    </main>
  )
}

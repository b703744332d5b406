"use client"

/** Code that failed to load is not asked for again by the page that failed: only a new one helps. */
export function ErrorFallback() {
  return (
    <div className="broken-part" role="alert">
      <p className="warning-line">
        This part of the page did not work. What you bought is kept in this browser, and so is a payment under way.
      </p>
      <p>
        <button className="button" type="button" onClick={() => window.location.reload()}>
          Load the page again
        </button>
      </p>
    </div>
  )
}

/** For a whole screen. */
export function PageErrorFallback() {
  return (
    <>
      <h1>This page broke</h1>
      <ErrorFallback />
    </>
  )
}

/** For a part that has no place of its own on the page. */
export function ErrorNotice() {
  return (
    <aside className="broken-notice" aria-label="Problem with this page">
      <ErrorFallback />
    </aside>
  )
}

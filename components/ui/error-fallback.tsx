"use client"

/** A failed chunk is not requested again by the same page, so the remedy is a reload. */
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

/** For a failure without a place on the page. */
export function ErrorNotice() {
  return (
    <aside className="broken-notice" aria-label="Problem with this page">
      <ErrorFallback />
    </aside>
  )
}

"use client"

/** A failed chunk is not requested again by the same page, so the remedy is a reload. */
export function ErrorFallback() {
  return (
    <div className="broken-part" role="alert">
      <p className="warning-line">
        This part of the page failed. Your purchases and any payment in progress are kept in this browser.
      </p>
      <p>
        <button className="button" type="button" onClick={() => window.location.reload()}>
          Reload the page
        </button>
      </p>
    </div>
  )
}

/** For a whole screen. */
export function PageErrorFallback() {
  return (
    <>
      <h1>This page failed</h1>
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

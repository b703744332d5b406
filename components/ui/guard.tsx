"use client"

import type { ReactNode } from "react"
import { ErrorBoundary } from "react-error-boundary"

type GuardProps = {
  readonly children: ReactNode
  /** What stands in the place of what broke, unless that is `BrokenPart`. */
  readonly instead?: ReactNode
  readonly onBroken?: () => void
}

/**
 * Keeps a part that breaks from taking the page along. Most often its code did not load: a new release has taken the
 * file away, or the line broke.
 */
export function Guard({ children, instead, onBroken }: GuardProps) {
  return (
    <ErrorBoundary fallback={instead === undefined ? <BrokenPart /> : instead} onError={() => onBroken?.()}>
      {children}
    </ErrorBoundary>
  )
}

/** Code that failed to load is not asked for again by the page that failed: only a new one helps. */
export function BrokenPart() {
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
export function BrokenPage() {
  return (
    <>
      <h1>This page broke</h1>
      <BrokenPart />
    </>
  )
}

/** For a part that has no place of its own on the page. */
export function BrokenNotice() {
  return (
    <aside className="broken-notice" aria-label="Problem with this page">
      <BrokenPart />
    </aside>
  )
}

"use client"

import type { ReactNode } from "react"
import { ErrorBoundary as ReactErrorBoundary } from "react-error-boundary"
import { ErrorFallback } from "./error-fallback"

type ErrorBoundaryProps = {
  readonly children: ReactNode
  /** What stands in the place of what broke, unless that is `ErrorFallback`. */
  readonly instead?: ReactNode
  readonly onBroken?: () => void
}

/**
 * Keeps a part that breaks from taking the page along. Most often its code did not load: a new release has taken the
 * file away, or the line broke.
 */
export function ErrorBoundary({ children, instead, onBroken }: ErrorBoundaryProps) {
  return (
    <ReactErrorBoundary fallback={instead === undefined ? <ErrorFallback /> : instead} onError={() => onBroken?.()}>
      {children}
    </ReactErrorBoundary>
  )
}

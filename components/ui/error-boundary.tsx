"use client"

import type { ReactNode } from "react"
import { ErrorBoundary as ReactErrorBoundary } from "react-error-boundary"
import { ErrorFallback } from "./error-fallback"

type ErrorBoundaryProps = {
  readonly children: ReactNode
  /** The fallback; default: `ErrorFallback`. */
  readonly fallback?: ReactNode
  readonly onBroken?: () => void
}

/**
 * Contains the failure of a part of the page. The usual cause is a code chunk that failed to load after a release or a
 * network error.
 */
export function ErrorBoundary({ children, fallback, onBroken }: ErrorBoundaryProps) {
  return (
    <ReactErrorBoundary fallback={fallback === undefined ? <ErrorFallback /> : fallback} onError={() => onBroken?.()}>
      {children}
    </ReactErrorBoundary>
  )
}

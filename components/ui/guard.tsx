"use client"

import type { ReactNode } from "react"
import { ErrorBoundary } from "react-error-boundary"
import { BrokenPart } from "./broken-part"

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

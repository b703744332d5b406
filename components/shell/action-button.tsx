"use client"

import type { ReactNode } from "react"
import { type ActionKind, runAction } from "./run-action"

type ActionButtonProps = {
  readonly kind: ActionKind
  readonly className: string
  readonly children: ReactNode
  /** Runs before the dialog of the action opens. */
  readonly onOpen?: () => void
}

/** A button of a menu that opens a dialog or the docked stage. */
export function ActionButton({ kind, className, children, onOpen }: ActionButtonProps) {
  const run = () => {
    onOpen?.()
    runAction(kind)
  }
  return (
    <button className={className} type="button" aria-haspopup={kind === "stage" ? undefined : "dialog"} onClick={run}>
      {children}
    </button>
  )
}

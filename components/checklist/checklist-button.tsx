"use client"

import type { ReactNode } from "react"
import { openChecklist } from "@/lib/client/bundle/checklist-dialog"

type ChecklistButtonProps = {
  readonly className: string
  readonly children: ReactNode
  /** Runs before the dialog opens. */
  readonly onOpen?: () => void
}

/** Opens the list of panels. */
export function ChecklistButton({ className, children, onOpen }: ChecklistButtonProps) {
  const open = () => {
    onOpen?.()
    openChecklist()
  }
  return (
    <button className={className} type="button" aria-haspopup="dialog" onClick={open}>
      {children}
    </button>
  )
}

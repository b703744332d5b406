"use client"

import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react"

type DialogProps = {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * The platform's modal dialog: focus is kept inside and given back, Escape closes. It begins at its name, whatever of its
 * inside has loaded by then.
 */
export function Dialog({ open, title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    if (open && !dialog?.open) {
      dialog?.showModal()
      heading.current?.focus()
    }
    if (!open && dialog?.open) dialog.close()
  }, [open])
  // Closed before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => dialog?.close()
  }, [])
  // The event comes later than the closing: a dialog that is open again by then was not left.
  const closed = () => {
    if (!ref.current?.open) onClose()
  }
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={titleId} onClose={closed} closedby="any">
      {open ? (
        <div className="dialog-inner">
          <div className="dialog-head">
            <h2 id={titleId} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            <button className="icon-button" type="button" onClick={onClose} aria-label="Close">
              <span aria-hidden="true">✕</span>
            </button>
          </div>
          {children}
        </div>
      ) : null}
    </dialog>
  )
}

"use client"

import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react"

type DialogProps = {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A native modal dialog: it traps and restores the focus, and Escape closes it. The focus starts at the title. */
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
  // Closing before removal lets the browser restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => dialog?.close()
  }, [])
  // The `close` event is asynchronous: a dialog that was reopened meanwhile must not be closed. `cancel` (Escape) comes
  // before the focus returns, so that the next key can open the dialog again.
  const closed = () => {
    if (!ref.current?.open) onClose()
  }
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={titleId} onCancel={onClose} onClose={closed} closedby="any">
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

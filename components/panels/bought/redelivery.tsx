"use client"

import { type RefObject, useEffect } from "react"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { SideButton } from "@/components/ui/side-button"
import { useFocusFallback } from "@/components/ui/use-focus-fallback"
import type { StatusText } from "@/lib/client/panel/text"
import type { Subject } from "@/lib/client/sign-in/controller"
import { type RedeliveryModel, useRedelivery, type Wanted } from "./use-redelivery"

export type RedeliveryProps = {
  readonly subject: Subject
  readonly wanted: Wanted
  /** Announces a text in the live region of the panel. */
  readonly announce: (text: StatusText | null) => void
  /** Receives the focus when the button is removed. */
  readonly focusFallback: RefObject<HTMLElement | null>
}

/** Fetches a purchased answer again: one signed message, free. */
export function Redelivery(props: RedeliveryProps) {
  return (
    <ErrorBoundary>
      <RedeliveryContent {...props} />
    </ErrorBoundary>
  )
}

function RedeliveryContent({ subject, wanted, announce, focusFallback }: RedeliveryProps) {
  const { text, action, label, act, stopWaiting } = useRedelivery(subject, wanted)
  const { tone, announced } = text
  const words = text.text
  useEffect(() => {
    announce(announced ? { tone, announced, text: words } : null)
    return () => announce(null)
  }, [announce, tone, announced, words])
  return (
    <div>
      {announced ? null : <p className="hint">{words}</p>}
      {action === "none" ? null : (
        <RedeliveryButton
          focusFallback={focusFallback}
          action={action}
          label={label}
          act={act}
          stopWaiting={stopWaiting}
        />
      )}
    </div>
  )
}

type RedeliveryButtonProps = Pick<RedeliveryProps, "focusFallback"> & Omit<RedeliveryModel, "text">

function RedeliveryButton({ focusFallback, action, label, act, stopWaiting }: RedeliveryButtonProps) {
  const button = useFocusFallback<HTMLButtonElement>(focusFallback)
  return (
    <p className="panel-actions">
      <button
        className="button primary"
        ref={button}
        type="button"
        aria-disabled={action === "wait"}
        aria-haspopup={action === "connect" ? "dialog" : undefined}
        onClick={act}
      >
        {label}
      </button>
      {stopWaiting ? <SideButton name="Stop waiting" act={stopWaiting} focusFallback={button} /> : null}
    </p>
  )
}

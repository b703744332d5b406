"use client"

import { openInspector } from "@/lib/client/inspector/inspector-store"

type InspectorButtonProps = {
  /** Nonce of the payment to show; absent: the newest. */
  readonly exchangeId?: string
  readonly label?: string
}

/** Opens the inspector, at one payment or at the newest. */
export function InspectorButton({ exchangeId, label = "Inspect payment" }: InspectorButtonProps) {
  return (
    <button
      className="link-button"
      type="button"
      aria-haspopup="dialog"
      onClick={() => openInspector(exchangeId ?? null)}
    >
      {label}
    </button>
  )
}

"use client"

import { openInspector } from "@/lib/client/inspector/inspector-store"

type InspectorButtonProps = {
  /** Nonce of the payment to show; absent: the newest. */
  readonly traceId?: string
  readonly label?: string
}

/** Opens the inspector. */
export function InspectorButton({ traceId, label = "Inspect payment" }: InspectorButtonProps) {
  return (
    <button className="link-button" type="button" aria-haspopup="dialog" onClick={() => openInspector(traceId ?? null)}>
      {label}
    </button>
  )
}

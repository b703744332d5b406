"use client"

import { useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { spanText } from "@/lib/client/format/time"
import { Redelivery, type RedeliveryProps } from "./redelivery"

type OtherDevicePurchaseProps = Omit<RedeliveryProps, "wanted"> & {
  readonly price: string
  /** The purchase is known, so the section starts open. */
  readonly isKnown: boolean
}

/**
 * Restores a purchase that this browser does not know: from another device, or after its storage was cleared.
 *
 * The service does not reveal who bought what, so only the wallet itself can ask.
 */
export function OtherDevicePurchase({ price, isKnown, ...rest }: OtherDevicePurchaseProps) {
  const [open, setOpen] = useState(isKnown)
  const { redeliveryWindowMs } = useAppConfig()
  return (
    <details className="details" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Bought on another device?</summary>
      <p className="hint">
        What this wallet bought in the last {spanText(redeliveryWindowMs)}, on any device, it can fetch here for free.
      </p>
      {open ? <Redelivery {...rest} wanted={{ payer: null, untilMs: null, price }} /> : null}
    </details>
  )
}

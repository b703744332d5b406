"use client"

import { useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { spanText } from "@/lib/client/format/time"
import { FetchAgain, type FetchAgainProps } from "./fetch-again"

type FetchBoughtProps = Omit<FetchAgainProps, "wanted"> & {
  readonly price: string
  /** It is known that it was bought: the way to it stands open. */
  readonly isKnown: boolean
}

/**
 * For what a wallet bought where this browser knows nothing of it: on another device, or before its storage was cleared.
 * The service tells nobody who bought what, so only the wallet itself can ask.
 */
export function FetchBought({ price, isKnown, ...rest }: FetchBoughtProps) {
  const [open, setOpen] = useState(isKnown)
  const { redeliveryWindowMs } = useAppConfig()
  return (
    <details className="details" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Already bought it?</summary>
      <p className="hint">
        What this wallet bought in the last {spanText(redeliveryWindowMs)}, on any device, it can fetch here for free.
      </p>
      {open ? <FetchAgain {...rest} wanted={{ payer: null, untilMs: null, price }} /> : null}
    </details>
  )
}

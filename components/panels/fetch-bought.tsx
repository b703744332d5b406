"use client"

import { useState } from "react"
import { useAppConfig } from "@/components/shell/app-context"
import { spanText } from "@/lib/client/format/time"
import { FetchAgain, type FetchAgainProps } from "./fetch-again"

type FetchBoughtProps = Omit<FetchAgainProps, "wanted"> & { readonly price: string }

/**
 * For what a wallet bought where this browser knows nothing of it: on another device, or before its storage was cleared.
 * The service tells nobody who bought what, so only the wallet itself can ask.
 */
export function FetchBought({ price, ...rest }: FetchBoughtProps) {
  const [open, setOpen] = useState(false)
  const { redeliveryWindowMs } = useAppConfig()
  return (
    <details className="details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Already bought it?</summary>
      <p className="hint">
        What this wallet bought in the last {spanText(redeliveryWindowMs)}, on any device, it can fetch here for free.
      </p>
      {open ? <FetchAgain {...rest} wanted={{ payer: null, untilMs: null, price }} /> : null}
    </details>
  )
}

"use client"

import type { RefObject } from "react"
import { useFocusFallback } from "@/components/ui/use-focus-fallback"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { ReceiptDetails } from "./receipt-details"
import type { PanelModel } from "@/components/panels/use-panel"

type OwnedDetailsProps = Pick<PanelModel, "again"> & {
  readonly receipt: Receipt
  /** Receives the focus when the button is removed while the wallet is asked. */
  readonly focusFallback: RefObject<HTMLElement | null>
}

/** The details below a purchased answer: receipt, and buying it again. */
export function OwnedDetails({ receipt, again, focusFallback }: OwnedDetailsProps) {
  return (
    <>
      <ReceiptDetails receipt={receipt} />
      {again ? <BuyAgain again={again} focusFallback={focusFallback} /> : null}
    </>
  )
}

/** Buying again takes two clicks, so nobody pays twice for one version by mistake. */
function BuyAgain({
  again,
  focusFallback,
}: Pick<OwnedDetailsProps, "focusFallback"> & { readonly again: NonNullable<PanelModel["again"]> }) {
  const button = useFocusFallback<HTMLButtonElement>(focusFallback)
  return (
    <details className="details">
      <summary>Refresh</summary>
      <p className="hint">You keep the current answer. A refresh buys a new one with its own receipt.</p>
      <p className="panel-actions">
        <button className="button" ref={button} type="button" aria-disabled={again.waits} onClick={again.act}>
          {again.label}
        </button>
      </p>
    </details>
  )
}

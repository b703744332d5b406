"use client"

import type { Receipt } from "@/lib/client/purchase/receipt"
import { ReceiptDetails } from "./receipt-details"
import type { PanelModel } from "./use-panel"

/** What stands below an answer that is owned: its proof, and the way to pay for it once more. */
export function OwnedDetails({ receipt, again }: { readonly receipt: Receipt } & Pick<PanelModel, "again">) {
  return (
    <>
      <ReceiptDetails receipt={receipt} />
      {again ? <BuyAgain again={again} /> : null}
    </>
  )
}

/** Two clicks away: nobody pays twice for one version without meaning it. */
function BuyAgain({ again }: { readonly again: NonNullable<PanelModel["again"]> }) {
  return (
    <details className="details">
      <summary>Buy it again</summary>
      <p className="hint">
        You keep what you own. Paying again fetches the answer of this moment, with its own receipt.
      </p>
      <p className="panel-actions">
        <button className="button" type="button" aria-disabled={again.waits} onClick={again.act}>
          {again.label}
        </button>
      </p>
    </details>
  )
}

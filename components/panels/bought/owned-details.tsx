"use client"

import { type RefObject, useState } from "react"
import { AnswerMeta, answerFactsOf, sourcesText } from "@/components/panels/answer-meta"
import type { PanelModel } from "@/components/panels/use-panel"
import { useFocusFallback } from "@/components/ui/use-focus-fallback"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { dollars } from "@/lib/client/format/money"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { ReceiptDetails } from "./receipt-details"

type OwnedDetailsProps = Pick<PanelModel, "again"> & {
  readonly receipt: Receipt
  /** The result of the free version check: `Still current`. `null`: unknown. */
  readonly version: string | null
  /** Receives the focus when the button is removed while the wallet is asked. */
  readonly focusFallback: RefObject<HTMLElement | null>
}

/** The last line of an owned panel. It opens provenance, receipt, version, payment trace, and buying again. */
export function OwnedDetails({ receipt, again, version, focusFallback }: OwnedDetailsProps) {
  const [isOpen, setOpen] = useState(false)
  const nowMs = useNow()
  const times = useTimes()
  const facts = answerFactsOf(receipt.body)
  const summary = [
    `Receipt ${dollars(receipt.amount)}`,
    ...(facts ? [sourcesText(facts.meta)] : []),
    version ?? times.short(facts?.timestamp ?? receipt.deliveredAtMs, nowMs),
    ...(again ? ["refresh"] : []),
  ]
  return (
    <details className="details provenance" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary.join(" · ")}</summary>
      {isOpen ? (
        <>
          {facts ? <AnswerMeta meta={facts.meta} timestamp={facts.timestamp} /> : null}
          <ReceiptDetails receipt={receipt} />
          {again ? <BuyAgain again={again} focusFallback={focusFallback} /> : null}
        </>
      ) : null}
    </details>
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

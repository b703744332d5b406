"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { useAppConfig } from "@/components/app/app-context"
import { StageButton } from "@/components/stage/stage-button"
import { ReceiptFacts } from "@/components/panels/bought/receipt-details"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { downloadText } from "@/lib/client/browser/download"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { dollars } from "@/lib/client/format/money"
import { paymentIdOf } from "@/lib/client/purchase/payment-id"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { toJson } from "@/lib/client/purchase/receipt-export"
import { freeUntilMs } from "@/lib/client/sign-in/free-until"
import { EntryAnswer } from "./entry-answer"

const NotifyOnChange = dynamic(() => import("./notify-on-change").then((module) => module.NotifyOnChange))

type ReceiptEntryProps = {
  readonly receipt: Receipt
  /** No later purchase of the same product with the same wallet. */
  readonly isNewest: boolean
  /** Price of a new answer in atomic units; `null` when no longer sold. */
  readonly price: string | null
  /** The screen that sells the product. */
  readonly href: string
}

/** One purchase: its answer, or the way to fetch it again, and its proof. */
export function ReceiptEntry({ receipt, isNewest, price, href }: ReceiptEntryProps) {
  const [open, setOpen] = useState(false)
  const nowMs = useNow()
  const times = useTimes()
  const { redeliveryWindowMs } = useAppConfig()
  const untilMs = freeUntilMs(receipt, redeliveryWindowMs)
  const isFree = isNewest && nowMs <= untilMs
  return (
    <details className="receipt" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className="receipt-title">
          {receipt.title}
          {receipt.body === null ? (
            <span className="muted">{droppedText(isFree ? times.short(untilMs, nowMs) : null)}</span>
          ) : null}
        </span>
        <span className="muted">{times.text(receipt.deliveredAtMs)}</span>
        <span className="figure">{dollars(receipt.amount)}</span>
      </summary>
      {/* The list may have hundreds of answers, so only open ones are rendered. */}
      {open ? (
        <div className="receipt-parts">
          <ErrorBoundary>
            <EntryAnswer receipt={receipt} price={price} isNewest={isNewest} untilMs={isFree ? untilMs : null} />
            <Proof receipt={receipt} isNewest={isNewest} href={href} />
          </ErrorBoundary>
        </div>
      ) : null}
    </details>
  )
}

function droppedText(until: string | null): string {
  return until === null ? " · answer no longer stored" : ` · restore free until ${until}`
}

function Proof({ receipt, isNewest, href }: Omit<ReceiptEntryProps, "price">) {
  return (
    <section aria-label={`Receipt of ${receipt.title}`}>
      <ReceiptFacts receipt={receipt} />
      {isNewest && receipt.commitment !== undefined ? (
        <NotifyOnChange receipt={receipt} version={receipt.commitment} href={href} />
      ) : null}
      <p className="dialog-actions">
        <button className="button" type="button" onClick={() => saveOne(receipt)}>
          Save as JSON<span className="visually-hidden">: {receipt.title}</span>
        </button>
        {receipt.elsewhere ? null : <StageButton traceId={paymentIdOf(receipt)} />}
      </p>
    </section>
  )
}

/** Saves answer and receipt as one file. */
function saveOne(receipt: Receipt): void {
  const name = `${receipt.productId.replaceAll(/\W+/g, "-")}-${receipt.id.slice(2, 10)}`
  downloadText(`signal402-${name}.json`, "application/json", toJson([receipt]))
}

"use client"

import { InspectorButton } from "@/components/inspector/inspector-button"
import { AnswerView } from "@/components/panels/answer-view"
import { ReceiptFacts } from "@/components/panels/receipt-details"
import { WhatHappened } from "@/components/panels/what-happened"
import { useEngine } from "@/components/shell/app-context"
import { downloadText } from "@/lib/client/browser/download"
import { useNow } from "@/lib/client/browser/use-now"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { dollars } from "@/lib/client/format/money"
import { startOfDay, utcText } from "@/lib/client/format/time"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { toCsv, toJson } from "@/lib/client/purchase/receipt-export"
import { spentSince } from "@/lib/client/purchase/spend"

/** All purchases of this browser, each with its answer as it was. */
export function ReceiptList() {
  const receipts = useMaybeStore(useEngine()?.receipts ?? null)
  if (receipts === null) return <p className="hint">Reading what this browser keeps…</p>
  if (receipts.length === 0)
    return <p className="empty">Nothing bought yet. Each panel you open leaves its receipt here.</p>
  const newestFirst = receipts.toSorted((a, b) => b.deliveredAtMs - a.deliveredAtMs)
  return (
    <>
      <Totals receipts={newestFirst} />
      <ul className="receipts">
        {newestFirst.map((receipt) => (
          <li key={receipt.id}>
            <ReceiptEntry receipt={receipt} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Totals({ receipts }: { readonly receipts: readonly Receipt[] }) {
  const today = startOfDay(useNow())
  return (
    <div className="receipt-totals">
      <dl className="facts">
        <dt>Today</dt>
        <dd>{dollars(spentSince(receipts, today))}</dd>
        <dt>In all</dt>
        <dd>
          {dollars(spentSince(receipts, 0))} for {receipts.length} {receipts.length === 1 ? "answer" : "answers"}
        </dd>
      </dl>
      <div className="dialog-actions">
        <button
          className="button"
          type="button"
          onClick={() => downloadText("signal402-receipts.csv", "text/csv", toCsv(receipts))}
        >
          Export CSV
        </button>
        <button
          className="button"
          type="button"
          onClick={() => downloadText("signal402-receipts.json", "application/json", toJson(receipts))}
        >
          Export JSON
        </button>
      </div>
    </div>
  )
}

/** Answer and receipt in one file. */
function saveOne(receipt: Receipt): void {
  const name = `${receipt.productId.replaceAll(/\W+/g, "-")}-${receipt.id.slice(2, 10)}`
  downloadText(`signal402-${name}.json`, "application/json", toJson([receipt]))
}

function ReceiptEntry({ receipt }: { readonly receipt: Receipt }) {
  return (
    <details className="receipt">
      <summary>
        <span className="receipt-title">{receipt.title}</span>
        <span className="muted">{utcText(receipt.deliveredAtMs)}</span>
        <span className="figure">{dollars(receipt.amount)}</span>
      </summary>
      <div className="receipt-parts">
        <section aria-label="Answer">
          {receipt.body === null ? (
            <p className="hint">The answer was dropped to make room in this browser.</p>
          ) : (
            <AnswerView receipt={receipt} />
          )}
        </section>
        <section aria-label="Receipt">
          <ReceiptFacts receipt={receipt} />
          <p className="dialog-actions">
            <button className="button" type="button" onClick={() => saveOne(receipt)}>
              Save as JSON<span className="visually-hidden">: {receipt.title}</span>
            </button>
            <InspectorButton exchangeId={receipt.id} label="Open in the inspector" />
          </p>
          <WhatHappened receipt={receipt} />
        </section>
      </div>
    </details>
  )
}

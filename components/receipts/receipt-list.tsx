"use client"

import dynamic from "next/dynamic"
import { usePurchaseClient } from "@/components/app/app-context"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { downloadText } from "@/lib/client/browser/download"
import { useNow } from "@/lib/client/browser/use-now"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import { dollars } from "@/lib/client/format/money"
import { startOfDay } from "@/lib/client/format/time"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { toCsv, toJson } from "@/lib/client/purchase/receipt-export"
import { spentSince } from "@/lib/client/purchase/spend"
import { isNewestOfItsKind } from "@/lib/client/sign-in/free-until"
import { endpointOf, hrefOf } from "@/components/panels/product/panel-product"
import { ReceiptEntry } from "./receipt-entry"

const UnconfirmedPayments = dynamic(() => import("./unconfirmed-payments").then((module) => module.UnconfirmedPayments))

type ReceiptListProps = {
  /** Prices by endpoint, in atomic USDC. */
  readonly prices: Readonly<Record<string, string>>
  /** The screens of the panels by endpoint. */
  readonly screens: Readonly<Record<string, string>>
}

/** All purchases of this browser: unconfirmed payments first, then receipts with their answers. */
export function ReceiptList(props: ReceiptListProps) {
  return (
    <>
      <ErrorBoundary>
        <UnconfirmedPayments heading="h2" />
      </ErrorBoundary>
      <Receipts {...props} />
    </>
  )
}

function Receipts({ prices, screens }: ReceiptListProps) {
  const receipts = useMaybeStore(usePurchaseClient()?.receipts ?? null)
  if (receipts === null) return <p className="hint loading-purchases">Loading your purchases…</p>
  if (receipts.length === 0)
    return (
      <p className="empty">
        Nothing bought yet. Each purchase leaves its receipt here. Bought in the last minutes on another device? Restore
        it free on its panel.
      </p>
    )
  const newestFirst = receipts.toSorted((a, b) => b.deliveredAtMs - a.deliveredAtMs)
  return (
    <>
      <Totals receipts={newestFirst} />
      <ul className="receipts">
        {newestFirst.map((receipt) => (
          <li key={receipt.id}>
            <ReceiptEntry
              receipt={receipt}
              isNewest={isNewestOfItsKind(receipt, receipts)}
              price={prices[endpointOf(receipt.productId)] ?? null}
              href={hrefOf(screens[endpointOf(receipt.productId)] ?? "/receipts", receipt.productId)}
            />
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
        <dt>Total</dt>
        <dd>
          {receipts.length} {receipts.length === 1 ? "purchase" : "purchases"}, {dollars(spentSince(receipts, 0))}
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

"use client"

import { StageButton } from "@/components/stage/stage-button"
import { maskSecrets } from "@/lib/client/mask-secrets"
import { dollars } from "@/lib/client/format/money"
import { useTimes } from "@/lib/client/browser/use-times"
import { paymentIdOf } from "@/lib/client/purchase/payment-id"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { TransactionLink } from "./transaction-link"

/** The receipt of one purchase, and its payment on the stage. */
export function ReceiptDetails({ receipt }: { readonly receipt: Receipt }) {
  return (
    <>
      <ReceiptFacts receipt={receipt} />
      {receipt.elsewhere ? null : <StageButton traceId={paymentIdOf(receipt)} />}
    </>
  )
}

export function ReceiptFacts({ receipt }: { readonly receipt: Receipt }) {
  const times = useTimes()
  const { transaction } = receipt
  return (
    <dl className="facts">
      <dt>Paid</dt>
      <dd>{dollars(receipt.amount)} USDC</dd>
      <dt>When</dt>
      <dd>{times.text(receipt.deliveredAtMs)}</dd>
      <dt>From</dt>
      <dd className="mono break">{receipt.payer}</dd>
      <dt>To</dt>
      <dd className="mono break">{receipt.payTo}</dd>
      <dt>Resource</dt>
      <dd className="mono break">GET {maskSecrets(receipt.path)}</dd>
      {receipt.brief === undefined ? null : (
        <>
          <dt>Paid as part of</dt>
          <dd className="mono break">GET {receipt.brief}</dd>
        </>
      )}
      <dt>Transaction</dt>
      <dd className="mono break">
        {transaction ? <TransactionLink transaction={transaction} /> : "not named by the service"}
      </dd>
      <dt>Payment id</dt>
      <dd className="mono break">{paymentIdOf(receipt)}</dd>
      {receipt.elsewhere ? (
        <>
          <dt>Bought</dt>
          <dd>with this wallet, in another browser</dd>
        </>
      ) : null}
      {receipt.fetched ? (
        <>
          <dt>Fetched again</dt>
          <dd>
            {times.text(receipt.fetched.atMs)}, free, by signing in{" "}
            <StageButton traceId={receipt.fetched.id} label="Show how" />
          </dd>
        </>
      ) : null}
    </dl>
  )
}

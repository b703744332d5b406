"use client"

import { InspectorButton } from "@/components/inspector/inspector-button"
import { dollars } from "@/lib/client/format/money"
import { useTimes } from "@/lib/client/browser/use-times"
import { amountOf, type Attempt, expiresAtMs } from "@/lib/client/purchase/attempt"
import { TransactionLink } from "./transaction-link"

type AttemptDetailsProps = { readonly attempt: Attempt; readonly transaction: string | null }

/** The details of a payment whose answer has not arrived. */
export function AttemptDetails({ attempt, transaction }: AttemptDetailsProps) {
  const times = useTimes()
  const { authorization } = attempt.payload.payload
  return (
    <details className="details">
      <summary>This payment</summary>
      <dl className="facts">
        <dt>Amount</dt>
        <dd>{dollars(amountOf(attempt))} USDC</dd>
        <dt>Signed</dt>
        <dd>{times.text(attempt.signedAtMs)}</dd>
        <dt>Valid until</dt>
        <dd>{times.text(expiresAtMs(attempt))}, after that nobody can charge it</dd>
        <dt>From</dt>
        <dd className="mono break">{authorization.from}</dd>
        <dt>Payment id</dt>
        <dd className="mono break">{attempt.id}</dd>
        {transaction === null ? null : (
          <>
            <dt>Transaction</dt>
            <dd className="mono break">
              <TransactionLink transaction={transaction} />
            </dd>
          </>
        )}
      </dl>
      <InspectorButton traceId={attempt.id} label="Open in the inspector" />
    </details>
  )
}

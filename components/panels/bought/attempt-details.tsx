"use client"

import { StageButton } from "@/components/stage/stage-button"
import { dollars } from "@/lib/client/format/money"
import { useTimes } from "@/lib/client/browser/use-times"
import type { Attempt } from "@/lib/client/purchase/attempt"
import { amountOf, expiresAtMs, payerOf } from "@/lib/client/purchase/attempt-facts"
import { isSessionPayment } from "@/lib/client/purchase/is-session-payment"
import { TransactionLink } from "./transaction-link"

type AttemptDetailsProps = { readonly attempt: Attempt; readonly transaction: string | null }

/** The details of a payment whose answer has not arrived. */
export function AttemptDetails({ attempt, transaction }: AttemptDetailsProps) {
  const times = useTimes()
  const isVoucher = isSessionPayment(attempt.payload) && attempt.payload.payload.type === "voucher"
  return (
    <details className="details">
      <summary>This payment</summary>
      <dl className="facts">
        <dt>Amount</dt>
        <dd>{dollars(amountOf(attempt))} USDC</dd>
        <dt>Signed</dt>
        <dd>{times.text(attempt.signedAtMs)}</dd>
        <dt>Valid until</dt>
        <dd>
          {isVoucher
            ? "Paid from your session"
            : `${times.text(expiresAtMs(attempt))}, after that nobody can charge it`}
        </dd>
        <dt>From</dt>
        <dd className="mono break">{payerOf(attempt)}</dd>
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
      <StageButton traceId={attempt.id} />
    </details>
  )
}

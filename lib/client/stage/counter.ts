import { paymentIdOf } from "@/lib/client/purchase/payment-id"
import type { Receipt } from "@/lib/client/purchase/receipt"
import type { Session } from "@/lib/client/sessions/session"

/** Answers and the wallet signatures that bought them. Amounts in atomic USDC. */
export type Count = { readonly answers: number; readonly signatures: number; readonly amount: bigint }

export type Counter = {
  readonly total: Count
  /** Paid by a transfer each (scheme `exact`); a brief is one transfer for several answers. */
  readonly exact: Count
  /** Paid from a session; its signatures are its deposits. */
  readonly session: Count
}

/** What this browser bought since an instant. */
export function countSince(receipts: readonly Receipt[], sessions: readonly Session[], sinceMs: number): Counter {
  const bought = receipts.filter((one) => one.deliveredAtMs >= sinceMs && !one.elsewhere)
  const [paidByTransfer, paidBySession] = [
    bought.filter(({ channelId }) => channelId === undefined),
    bought.filter(({ channelId }) => channelId !== undefined),
  ]
  const deposits = sessions.flatMap(({ deposits }) =>
    deposits.filter(({ state, atMs }) => state === "confirmed" && atMs >= sinceMs),
  )
  const exact = countOf(paidByTransfer, new Set(paidByTransfer.map(paymentIdOf)).size)
  const session = countOf(paidBySession, deposits.length)
  return {
    exact,
    session,
    total: {
      answers: exact.answers + session.answers,
      signatures: exact.signatures + session.signatures,
      amount: exact.amount + session.amount,
    },
  }
}

function countOf(receipts: readonly Receipt[], signatures: number): Count {
  return {
    answers: receipts.length,
    signatures,
    amount: receipts.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  }
}

import type { Clock } from "@/lib/domain/clock"
import type { Ledger, SettlementTransaction } from "@/lib/x402/ledger/ledger"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import { gasFor } from "./next-batch"
import type { TransactionSigner } from "./transaction-signer"

type ReplaceOptions = {
  readonly ledger: Pick<Ledger, "find" | "markSent" | "pendingTransactions">
  readonly signer: Pick<TransactionSigner, "isGapBelow" | "replace">
  readonly clock: Clock
  /** Fills the gap below a nonce with an empty transaction. */
  readonly fillGap: () => Promise<unknown>
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/**
 * Records a transaction with the nonce of a stuck one and higher fees. Payments that another transaction has made are left out.
 * `null`: there is nothing to broadcast.
 */
export async function replaceTransaction(
  stuck: SettlementTransaction,
  payments: readonly PaymentToSettle[],
  { ledger, signer, clock, fillGap, log }: ReplaceOptions,
): Promise<SettlementTransaction | null> {
  if (await signer.isGapBelow(stuck.nonce)) {
    // No node has a transaction with the lower nonce, so an empty one fills the gap.
    await fillGap()
    return null
  }
  // The same payments with the same fees are the same transaction, which cannot be recorded twice.
  const recorded = await recordedAfter(stuck, ledger)
  if (recorded !== null) return recorded
  const rows = await Promise.all(payments.map(({ id }) => ledger.find(id)))
  const open = payments.filter((_, index) => rows[index]?.state === "sent")
  const transaction = await signer.replace(stuck, open, gasFor(open, "first"))
  if (!(await ledger.markSent(transaction, open, clock()))) return null
  const { hash: by, maxFeePerGas } = transaction
  log("settlement_replaced", { stuck: stuck.hash, by, maxFeePerGas: `${maxFeePerGas}`, payments: open.length })
  return transaction
}

/** A replacement that was recorded without a confirmation and never broadcast. */
async function recordedAfter(
  { signer, nonce, maxFeePerGas }: SettlementTransaction,
  ledger: Pick<Ledger, "pendingTransactions">,
): Promise<SettlementTransaction | null> {
  const recorded = await ledger.pendingTransactions(signer)
  return recorded.find((other) => other.nonce === nonce && other.maxFeePerGas > maxFeePerGas) ?? null
}

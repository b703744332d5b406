import type { Acknowledgement } from "./acknowledgements"
import type { Sale } from "./sales"

/** A sale that a transfer paid. */
export type SaleByTransfer = Sale & { readonly transaction: `0x${string}` }

/** A movement of the token to the payee, from the chain's own log. */
export type IncomingTransfer = {
  readonly transaction: `0x${string}`
  readonly from: `0x${string}`
  readonly value: bigint
  readonly blockNumber: number
}

/**
 * Differences between ledger and chain:
 *
 * - `not_on_chain`: settled in the ledger, without a transfer;
 * - `short`: less arrived than was sold;
 * - `over`: the payer sent more than the price (a transfer of its own);
 * - `unclaimed`: a transfer without a sale: its proof was never presented, or it was a gift.
 */
export type Difference = {
  readonly kind: "not_on_chain" | "short" | "over" | "unclaimed"
  readonly transaction: `0x${string}`
  readonly payer: `0x${string}`
  /** Atomic units: the amount on the chain minus the amount in the ledger. */
  readonly amount: bigint
}

/**
 * Matches sales with transfers by transaction and payer, each transfer once.
 *
 * A payer may buy several things in one batch, so equal amounts are matched first. Transfers of zero are left out:
 * anyone can send one in the name of any account.
 */
export function reconcile(
  sales: Iterable<SaleByTransfer>,
  transfers: Iterable<IncomingTransfer>,
): readonly Difference[] {
  const arrived = new Map<string, IncomingTransfer[]>()
  for (const transfer of transfers) {
    if (transfer.value === 0n) continue
    const key = keyOf(transfer.transaction, transfer.from)
    arrived.set(key, [...(arrived.get(key) ?? []), transfer])
  }
  const take = (sale: SaleByTransfer, fits: (transfer: IncomingTransfer) => boolean): IncomingTransfer | null => {
    const own = arrived.get(keyOf(sale.transaction, sale.payer)) ?? []
    const index = own.findIndex(fits)
    return own.splice(index, index === -1 ? 0 : 1)[0] ?? null
  }
  const inexact = [...sales].filter((sale) => take(sale, ({ value }) => value === sale.amount) === null)
  const unequal = inexact.map((sale): Difference => {
    const { transaction, payer } = sale
    const transfer = take(sale, () => true)
    if (transfer === null) return { kind: "not_on_chain", transaction, payer, amount: 0n - sale.amount }
    const amount = transfer.value - sale.amount
    return { kind: amount < 0n ? "short" : "over", transaction, payer, amount }
  })
  const unclaimed = [...arrived.values()].flat().map(({ transaction, from, value }): Difference => {
    return { kind: "unclaimed", transaction, payer: from, amount: value }
  })
  return [...unequal, ...unclaimed]
}

/**
 * The remaining differences, and those that the operator has explained, with the explanation. A transfer without a sale
 * can be explained; a sale without a transfer stays a difference.
 */
export function withoutAcknowledged(differences: readonly Difference[], acknowledged: readonly Acknowledgement[]) {
  const reasons = new Map(acknowledged.map(({ transaction, reason }) => [transaction.toLowerCase(), reason]))
  const reasonOf = ({ transaction, amount }: Difference) =>
    amount > 0n ? (reasons.get(transaction.toLowerCase()) ?? null) : null
  return {
    open: differences.filter((difference) => reasonOf(difference) === null),
    acknowledged: differences.flatMap((difference) => {
      const reason = reasonOf(difference)
      return reason === null ? [] : [{ ...difference, reason }]
    }),
  }
}

function keyOf(transaction: string, payer: string): string {
  return `${transaction}/${payer}`.toLowerCase()
}

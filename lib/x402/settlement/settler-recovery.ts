import type { Ledger, SettlementTransaction } from "@/lib/x402/ledger/ledger"
import type { Payment } from "@/lib/x402/ledger/payment"
import type { SameNonce } from "./settler-account"
import type { SettlementOutcome } from "./settlement-outcome"
import type { SettlementSteps } from "./settlement-steps"
import type { SettlementWatch } from "./settlement-watch"

type SettlerRecoveryOptions = {
  /** Runs first. */
  readonly prepare: () => Promise<void>
  readonly ledger: Pick<Ledger, "unfinished" | "strandedTransactions" | "pendingTransactions">
  /** The accounts that send. */
  readonly addresses: readonly `0x${string}`[]
  /** Follows transactions with one nonce, and the payments in them, at the account that sent them. */
  readonly resume: (sent: SameNonce, payments: readonly Payment[]) => void
  readonly watch: Pick<SettlementWatch, "scanAtStartup">
  readonly outcome: Pick<SettlementOutcome, "finishUnpaid">
  readonly steps: Pick<SettlementSteps, "retryUntilDone">
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/** Takes over the transactions and payments of an earlier process. */
export function createSettlerRecovery(options: SettlerRecoveryOptions) {
  const { ledger, addresses, watch, outcome, steps, log } = options
  /** The nonces of an earlier process must be known before new ones are used. */
  let recovered: Promise<unknown> = Promise.resolve()

  async function recover(): Promise<void> {
    let orphans: readonly Payment[] = []
    recovered = steps.retryUntilDone(async () => {
      await options.prepare()
      // First, because the nonces of transactions to resubmit are not free.
      await watch.scanAtStartup()
      orphans = await resume()
    })
    await recovered
    await outcome.finishUnpaid(orphans, "first")
  }

  /** Follows the transactions of an earlier process. Returns the sent payments without a pending transaction. */
  async function resume(): Promise<readonly Payment[]> {
    const payments = await ledger.unfinished(10_000)
    const [stranded, ...perAccount] = await Promise.all([
      ledger.strandedTransactions(addresses),
      ...addresses.map((address) => ledger.pendingTransactions(address)),
    ])
    const transactions = [...stranded, ...perAccount.flat()]
    for (const sent of byNonce(transactions)) {
      const hashes = new Set<string | null>(sent.map(({ hash }) => hash))
      options.resume(
        sent,
        payments.filter(({ transaction }) => hashes.has(transaction)),
      )
    }
    if (payments.length > 0) log("settler_recovering", { payments: payments.length, transactions: transactions.length })
    const known = new Set<string | null>(transactions.map(({ hash }) => hash))
    return payments.filter(({ transaction }) => !known.has(transaction))
  }

  return { recover, done: () => recovered }
}

/** Transactions grouped with their replacements. */
function byNonce(transactions: readonly SettlementTransaction[]): readonly SameNonce[] {
  const groups = new Map<string, SameNonce>()
  for (const one of transactions) {
    const key = `${one.signer}/${one.nonce}`
    const others = groups.get(key)
    groups.set(key, others ? [...others, one] : [one])
  }
  return [...groups.values()]
}

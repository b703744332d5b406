import { OutOfGasError } from "@/lib/payments/errors"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/ledger/ledger"
import type { PaymentToSettle } from "@/lib/ledger/payment"
import type { SettlementFunds } from "./settlement-funds"
import type { SameNonce, SettlerAccount } from "./settler-account"
import { MAX_IN_FLIGHT } from "./next-batch"
import { confirmTransaction } from "./confirm-transaction"
import type { SettlementOutcome } from "./settlement-outcome"
import type { SettlementSteps } from "./settlement-steps"

/** All accounts that submit payments, as the queue sees them. */
type SettlerAccounts = {
  readonly all: readonly SettlerAccount[]
  /**
   * The account for the next transaction: the account with the fewest transactions in flight, in turn. A stuck account
   * is used only when all are stuck; an account without gas is never used.
   *
   * `null` while all accounts have the maximum in flight.
   *
   * @throws {OutOfGasError}
   */
  readonly next: () => SettlerAccount | null
  readonly ofAddress: (address: string) => SettlerAccount | null
  /**
   * `all`: without an outcome in the ledger; `ours`: still in flight, without the transactions of an earlier process.
   */
  readonly inFlight: () => { readonly all: number; readonly ours: number }
  readonly paymentIds: () => ReadonlySet<string>
}

export function createSettlerAccounts(
  all: readonly SettlerAccount[],
  funds: Pick<SettlementFunds, "canPay">,
): SettlerAccounts {
  function next(): SettlerAccount | null {
    // Transactions of an earlier process do not count: one of them may need a new transaction with a lower nonce first.
    const free = all.filter((key) => key.inFlight().ours < MAX_IN_FLIGHT)
    if (free.length === 0) return null
    const paying = free.filter((key) => funds.canPay(key.address, key.inFlight().ours + 1))
    if (paying.length === 0) throw new OutOfGasError()
    const moving = paying.filter((key) => !key.isStuck())
    const [first] = (moving.length > 0 ? moving : paying).toSorted(byLoad)
    return first ?? null
  }

  const total = (pick: (key: SettlerAccount) => number) => all.reduce((sum, key) => sum + pick(key), 0)

  return {
    all,
    next,
    ofAddress: (address) => all.find((key) => key.address.toLowerCase() === address.toLowerCase()) ?? null,
    inFlight: () => ({ all: total((key) => key.inFlight().all), ours: total((key) => key.inFlight().ours) }),
    paymentIds: () => new Set(all.flatMap((key) => [...key.paymentIds()])),
  }
}

function byLoad(a: SettlerAccount, b: SettlerAccount): number {
  return a.inFlight().ours - b.inFlight().ours || a.sentMs() - b.sentMs()
}

/** Transactions of accounts that are no longer configured. */
type RetiredAccounts = {
  /** Follows transactions of one account and nonce by their hashes. They cannot be replaced, because the key is missing. */
  readonly resume: (sent: SameNonce, payments: readonly PaymentToSettle[]) => void
  /** Ids of payments that wait for one of these transactions. */
  readonly paymentIds: () => ReadonlySet<string>
  /** Whether one of these transactions can still make the payment, also when the payment no longer waits for it. */
  readonly mayPay: (payment: PaymentToSettle) => boolean
  readonly inFlight: () => number
}

type RetiredAccountsOptions = {
  readonly ledger: Pick<Ledger, "markDropped">
  readonly chain: Pick<UsdcChain, "broadcast" | "receipt">
  readonly clock: Clock
  readonly sleep: Sleep
  readonly replaceAfterMs: number
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
  readonly steps: SettlementSteps
  readonly outcome: SettlementOutcome
  /** A transaction has ended. Its block has to be watched. */
  readonly onEnd: () => void
}

type Batch = { readonly sent: SameNonce; readonly payments: readonly PaymentToSettle[] }

/** Poll interval of a transaction that no payment waits for. Its account may get gas days later. */
const SLOW_POLL_MS = 15_000

/**
 * A transaction of a retired account can be mined as long as its nonce is unused. Its payments wait as long as for any other
 * transaction. Then a configured account sends them again; the token accepts each authorization once.
 */
export function createRetiredAccounts(options: RetiredAccountsOptions): RetiredAccounts {
  const { ledger, sleep, steps, outcome } = options
  const inFlightBatches = new Set<Batch>()
  const unmined = new Set<Batch>()

  async function track(batch: Batch): Promise<void> {
    inFlightBatches.add(batch)
    unmined.add(batch)
    const { sent } = batch
    const [{ hash, signer, nonce }] = sent
    options.log("retired_key_followed", { transaction: hash, signer, nonce })
    let waiting: Batch | null = batch
    const takePayments = (): readonly PaymentToSettle[] => {
      const payments = waiting?.payments ?? []
      waiting = null
      inFlightBatches.delete(batch)
      return payments
    }
    try {
      const confirmation = await confirmTransaction(sent, {
        ...options,
        isStopped: steps.isStopped,
        onFault: (cause) => steps.fault("broadcast_failed", cause),
        sleep: (ms) => sleep(waiting === null ? SLOW_POLL_MS : ms),
        mayBeKnown: true,
        isFirst: () => waiting !== null,
        replace: async () => {
          void outcome.finishUnpaid(takePayments(), "first")
          return null
        },
      })
      unmined.delete(batch)
      if (confirmation.kind === "mined") await outcome.finish(confirmation.receipt, takePayments(), "first")
      if (confirmation.kind !== "replaced") return
      await steps.retryUntilDone(() => ledger.markDropped(hash))
      await outcome.finishUnpaid(takePayments(), "first")
    } catch (cause) {
      steps.fault("settlement_interrupted", cause)
    } finally {
      inFlightBatches.delete(batch)
      unmined.delete(batch)
      options.onEnd()
    }
  }

  return {
    resume: (sent, payments) => void track({ sent, payments }),
    mayPay: ({ id }) => [...unmined].some(({ payments }) => payments.some((one) => one.id === id)),
    paymentIds: () => new Set([...inFlightBatches].flatMap(({ payments }) => payments.map(({ id }) => id))),
    inFlight: () => inFlightBatches.size,
  }
}

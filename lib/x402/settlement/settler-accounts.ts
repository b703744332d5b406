import { OutOfGasError } from "@/lib/x402/errors"
import type { SettlementFunds } from "./settlement-funds"
import type { SettlerAccount } from "./settler-account"
import { MAX_IN_FLIGHT } from "./next-batch"

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

import { OutOfGasError } from "@/lib/payments/errors"
import type { SettlementFunds } from "./settlement-funds"
import type { SettlerAccount } from "./settler-account"
import { MAX_IN_FLIGHT } from "./settlement-pace"

/** All accounts that submit payments, as the queue sees them. */
export type SettlerAccounts = {
  readonly all: readonly SettlerAccount[]
  /**
   * The account for the next transaction: in turn, the least busy first. One that is stuck is used only where all are,
   * one that cannot pay for it never.
   *
   * `null` while all have as much on their way as they may.
   *
   * @throws {OutOfGasError}
   */
  readonly next: () => SettlerAccount | null
  readonly ofAddress: (address: string) => SettlerAccount | null
  /** `all`: without an outcome in the ledger; `ours`: still on their way, without those of an earlier process. */
  readonly inFlight: () => { readonly all: number; readonly ours: number }
  readonly paymentIds: () => ReadonlySet<string>
}

export function createSettlerAccounts(
  all: readonly SettlerAccount[],
  funds: Pick<SettlementFunds, "canPay">,
): SettlerAccounts {
  function next(): SettlerAccount | null {
    // Transactions of an earlier process take no room: one that waits for a nonce below its own needs a new one.
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

import { OutOfGasError } from "@/lib/payments/errors"
import type { SettlementFunds } from "./settlement-funds"
import type { SettlementKey } from "./settlement-key"
import { MAX_IN_FLIGHT } from "./settlement-pace"

/** All accounts that submit payments, as the queue sees them. */
export type SettlementKeys = {
  readonly all: readonly SettlementKey[]
  /**
   * The account for the next transaction: in turn, the least busy first. One that is stuck is used only where all are,
   * one that cannot pay for it never.
   *
   * `null` while all have as much on their way as they may.
   *
   * @throws {OutOfGasError}
   */
  readonly next: () => SettlementKey | null
  readonly ofAddress: (address: string) => SettlementKey | null
  /** `all`: without an outcome in the ledger; `ours`: still on their way, without those of an earlier process. */
  readonly inFlight: () => { readonly all: number; readonly ours: number }
  readonly carried: () => ReadonlySet<string>
}

export function gatherSettlementKeys(
  all: readonly SettlementKey[],
  funds: Pick<SettlementFunds, "canPay">,
): SettlementKeys {
  function next(): SettlementKey | null {
    // Transactions of an earlier process take no room: one that waits for a nonce below its own needs a new one.
    const free = all.filter((key) => key.inFlight().ours < MAX_IN_FLIGHT)
    if (free.length === 0) return null
    const paying = free.filter((key) => funds.canPay(key.address, key.inFlight().ours + 1))
    if (paying.length === 0) throw new OutOfGasError()
    const moving = paying.filter((key) => !key.isStuck())
    const [first] = (moving.length > 0 ? moving : paying).toSorted(byTurn)
    return first ?? null
  }

  const total = (pick: (key: SettlementKey) => number) => all.reduce((sum, key) => sum + pick(key), 0)

  return {
    all,
    next,
    ofAddress: (address) => all.find((key) => key.address.toLowerCase() === address.toLowerCase()) ?? null,
    inFlight: () => ({ all: total((key) => key.inFlight().all), ours: total((key) => key.inFlight().ours) }),
    carried: () => new Set(all.flatMap((key) => [...key.carried()])),
  }
}

function byTurn(a: SettlementKey, b: SettlementKey): number {
  return a.inFlight().ours - b.inFlight().ours || a.sentMs() - b.sentMs()
}

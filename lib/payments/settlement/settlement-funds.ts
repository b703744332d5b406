import type { UsdcChain } from "@/lib/chain/usdc-chain"
import { type Clock, isOver } from "@/lib/domain/clock"
import { fairFees, feesWithin } from "./settlement-fees"
import { GAS_OF_FULL_BATCH } from "./settlement-gas"

/**
 * Whether the settlement accounts can pay the gas of further payments:
 *
 * - `low`: together they pay for fewer batches than configured, or one of them pays for none;
 * - `price_too_high`: gas costs more than the configured maximum, so no payment is accepted;
 * - `empty`: none of them pays for one more batch, so no payment is accepted.
 *
 * `batches`: full batches that an account pays for at the current price; `null` while unknown.
 */
export type GasStatus = {
  readonly state: "ok" | "low" | "price_too_high" | "empty"
  readonly keys: readonly { readonly address: `0x${string}`; readonly batches: number | null }[]
}

/** Payments are not accepted now, because they could not be settled. */
export function isSettlementPaused(gas: GasStatus | undefined): boolean {
  return gas?.state === "empty" || gas?.state === "price_too_high"
}

export type SettlementFunds = {
  /** The state of the last read. An old state is read again in the background. */
  status(): GasStatus
  /** Whether an account can pay for this many full batches; true while unknown. */
  canPay(address: `0x${string}`, batches: number): boolean
  /** Reads the node now. Never rejects; without an answer the state stays as it was. */
  refresh(): Promise<void>
}

export type SettlementFundsOptions = {
  readonly chain: Pick<UsdcChain, "etherOf" | "gasPrice">
  readonly addresses: readonly `0x${string}`[]
  /** Below this many full batches the state is `low`. */
  readonly alarmBatches: number
  /** Wei per gas above which nothing is sent. */
  readonly maxFeePerGas: bigint
  readonly clock: Clock
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

const FRESH_MS = 15_000
/** While gas is missing, so that payments continue soon after it arrived. */
const FAST_POLL_MS = 2_000

/** Watches the ether of the accounts that submit payments. */
export function createSettlementFunds(options: SettlementFundsOptions): SettlementFunds {
  const { chain, addresses, maxFeePerGas, clock, log } = options
  const payable = new Map<`0x${string}`, number>()
  let state: GasStatus["state"] = "ok"
  let askedMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null

  async function read(): Promise<void> {
    const [gasPrice, ...balances] = await Promise.all([chain.gasPrice(), ...addresses.map(chain.etherOf)])
    const fees = feesWithin(maxFeePerGas, gasPrice)
    const cost = costOfFullBatch((fees ?? fairFees(gasPrice)).maxFeePerGas)
    for (const [index, address] of addresses.entries()) {
      payable.set(address, Number((balances[index] ?? 0n) / cost))
    }
    const held = stateOf(addresses.map((address) => payable.get(address) ?? 0))
    const now = fees === null ? "price_too_high" : held
    if (now !== state) log(`settlement_gas_${now}`, { batches: Object.fromEntries(payable) })
    state = now
  }

  function stateOf(batches: readonly number[]): GasStatus["state"] {
    if (batches.every((count) => count < 1)) return "empty"
    const all = batches.reduce((sum, count) => sum + count, 0)
    return all < options.alarmBatches || batches.some((count) => count < 1) ? "low" : "ok"
  }

  function refresh(): Promise<void> {
    askedMs = clock()
    asking ??= read()
      // The chain part of health reports that the node is down.
      .catch(() => undefined)
      .finally(() => {
        asking = null
      })
    return asking
  }

  function look(): void {
    if (isOver({ sinceMs: askedMs, lengthMs: state === "ok" ? FRESH_MS : FAST_POLL_MS, nowMs: clock() })) void refresh()
  }

  return {
    status() {
      look()
      return { state, keys: addresses.map((address) => ({ address, batches: payable.get(address) ?? null })) }
    },
    canPay(address, batches) {
      look()
      return (payable.get(address) ?? Number.POSITIVE_INFINITY) >= batches
    },
    refresh,
  }
}

/** The balance that a node requires for a full batch, and a quarter more for Base's L1 data fee. */
function costOfFullBatch(feePerGas: bigint): bigint {
  return (GAS_OF_FULL_BATCH * feePerGas * 5n) / 4n
}

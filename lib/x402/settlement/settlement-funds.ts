import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { type Clock, isOver } from "@/lib/domain/clock"
import { fairFees, feesWithin, lowestProfitablePrice, type ProfitLimit } from "./settlement-fees"
import { GAS_OF_FULL_BATCH } from "./next-batch"

/**
 * Whether the settlement accounts can pay the gas of further payments:
 *
 * - `low`: together they pay for fewer batches than configured, or one of them pays for none;
 * - `price_too_high`: gas costs more than the configured maximum, so no payment is accepted;
 * - `unprofitable`: at the current fee some prices do not pay for their own settlement, and payments of these prices are not
 *   accepted;
 * - `empty`: none of them pays for one more batch, so no payment is accepted.
 *
 * `batches`: full batches that an account pays for at the current price; `null` while unknown.
 */
export type GasStatus = {
  readonly state: "ok" | "low" | "unprofitable" | "price_too_high" | "empty"
  /** Atomic USDC. A lower price does not pay for its gas; 0 when prices are not compared. */
  readonly lowestPrice: bigint
  /** No payment of any price is accepted. */
  readonly isPaused: boolean
  /** Wei per gas, as last read; absent before that. */
  readonly gasPrice?: bigint
  readonly keys: readonly {
    readonly address: `0x${string}`
    readonly batches: number | null
    /** Balance, as last read; absent before that. */
    readonly wei?: bigint
  }[]
}

/** Payments of this price are not accepted now: they cannot be settled, or only at a loss. */
export function isSettlementPaused(gas: GasStatus | undefined, price: bigint): boolean {
  if (gas === undefined) return false
  return gas.isPaused || price < gas.lowestPrice
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
  /** Absent: the cost of gas is not compared with prices. */
  readonly profit?: ProfitLimit
  /** All prices that payments can have, in atomic USDC. */
  readonly prices?: readonly bigint[]
  readonly clock: Clock
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

const FRESH_MS = 15_000
/** The interval while gas is missing, so that payments continue soon after it arrives. */
const FAST_POLL_MS = 2_000

/** Watches the ether of the accounts that submit payments. */
export function createSettlementFunds(options: SettlementFundsOptions): SettlementFunds {
  const { chain, addresses, maxFeePerGas, profit, prices = [], clock, log } = options
  const payable = new Map<`0x${string}`, number>()
  const balances = new Map<`0x${string}`, bigint>()
  let lastGasPrice: bigint | null = null
  let state: GasStatus["state"] = "ok"
  let lowestPrice = 0n
  let refreshedMs = Number.NEGATIVE_INFINITY
  let pendingRefresh: Promise<void> | null = null

  async function read(): Promise<void> {
    const [gasPrice, ...held] = await Promise.all([chain.gasPrice(), ...addresses.map(chain.etherOf)])
    const fees = feesWithin(maxFeePerGas, gasPrice)
    const cost = costOfFullBatch((fees ?? fairFees(gasPrice)).maxFeePerGas)
    for (const [index, address] of addresses.entries()) {
      const wei = held[index] ?? 0n
      balances.set(address, wei)
      payable.set(address, Number(wei / cost))
    }
    lastGasPrice = gasPrice
    const ofBalance = stateOf(addresses.map((address) => payable.get(address) ?? 0))
    lowestPrice = profit === undefined ? 0n : lowestProfitablePrice(profit, gasPrice)
    const isUnprofitable = ofBalance !== "empty" && prices.some((price) => price < lowestPrice)
    const now = fees === null ? "price_too_high" : isUnprofitable ? "unprofitable" : ofBalance
    if (now !== state) {
      const cost = now === "unprofitable" ? { gasPrice: `${gasPrice}`, lowestPrice: `${lowestPrice}` } : {}
      log(`settlement_gas_${now}`, { batches: Object.fromEntries(payable), ...cost })
    }
    state = now
  }

  function stateOf(batches: readonly number[]): GasStatus["state"] {
    if (batches.every((count) => count < 1)) return "empty"
    const all = batches.reduce((sum, count) => sum + count, 0)
    return all < options.alarmBatches || batches.some((count) => count < 1) ? "low" : "ok"
  }

  function refresh(): Promise<void> {
    refreshedMs = clock()
    pendingRefresh ??= read()
      // The chain part of health reports that the node is down.
      .catch(() => undefined)
      .finally(() => {
        pendingRefresh = null
      })
    return pendingRefresh
  }

  function refreshIfStale(): void {
    if (isOver({ sinceMs: refreshedMs, lengthMs: state === "ok" ? FRESH_MS : FAST_POLL_MS, nowMs: clock() }))
      void refresh()
  }

  return {
    status() {
      refreshIfStale()
      const isTooCheap = prices.length > 0 && prices.every((price) => price < lowestPrice)
      const isPaused = state === "empty" || state === "price_too_high" || isTooCheap
      const keys = addresses.map((address) => {
        const wei = balances.get(address)
        return { address, batches: payable.get(address) ?? null, ...(wei !== undefined && { wei }) }
      })
      return { state, lowestPrice, isPaused, ...(lastGasPrice !== null && { gasPrice: lastGasPrice }), keys }
    },
    canPay(address, batches) {
      refreshIfStale()
      return (payable.get(address) ?? Number.POSITIVE_INFINITY) >= batches
    },
    refresh,
  }
}

/** The balance that a node requires for a full batch, and a quarter more for Base's L1 data fee. */
function costOfFullBatch(feePerGas: bigint): bigint {
  return (GAS_OF_FULL_BATCH * feePerGas * 5n) / 4n
}

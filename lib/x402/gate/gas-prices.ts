import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { type Clock, isOver } from "@/lib/domain/clock"
import { isGasWorth, type ProfitLimit } from "@/lib/x402/settlement/settlement-fees"

/** Compares the cost of gas with the money that it brings in. Decides from memory. */
export type GasPrices = {
  /** Whether this gas costs no more of the amount than SETTLEMENT_MAX_SHARE; true while the fee or the price of ether is unknown. */
  isWorth(gas: bigint, amount: bigint): boolean
  /** Reads the fee now. Never rejects. */
  refresh(): Promise<void>
}

export type GasPricesOptions = {
  readonly chain: Pick<UsdcChain, "gasPrice">
  /** Absent: the cost of gas is not compared. */
  readonly profit?: ProfitLimit
  readonly clock: Clock
}

const FRESH_MS = 15_000

export function createGasPrices({ chain, profit, clock }: GasPricesOptions): GasPrices {
  let gasPrice: bigint | null = null
  let askedMs = Number.NEGATIVE_INFINITY

  async function refresh(): Promise<void> {
    askedMs = clock()
    gasPrice = await chain.gasPrice().catch(() => gasPrice)
  }

  return {
    isWorth(gas, amount) {
      if (profit === undefined) return true
      if (isOver({ sinceMs: askedMs, lengthMs: FRESH_MS, nowMs: clock() })) void refresh()
      return gasPrice === null || isGasWorth(profit, gas, amount, gasPrice)
    },
    refresh,
  }
}

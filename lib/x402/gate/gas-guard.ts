import type { Sleep } from "@/lib/domain/clock"
import { createGasBudget, type GasBudget } from "@/lib/x402/settlement/gas-budget"
import { type CoolDown, createCoolDown } from "./cool-down"
import {
  createFundingSources,
  type FundingSources,
  type FundingSourcesOptions,
} from "@/lib/x402/settlement/funding-sources"
import { createGasPrices, type GasPrices, type GasPricesOptions } from "./gas-prices"
import { createProvenPayers, type ProvenPayers, type ProvenPayersOptions } from "@/lib/x402/settlement/proven-payers"
import { createSpendGuard, type SpendGuard } from "./spend-guard"

/**
 * The guards of everything that this process pays gas for. Payments and deposits share them: a payer whose deposit failed on the
 * chain waits with its payments too, one balance is spent once, and the gas of all failures is added up.
 */
export type GasGuard = {
  readonly coolDown: CoolDown
  readonly spendGuard: SpendGuard
  readonly gasBudget: GasBudget
  readonly proven: ProvenPayers
  readonly sources: FundingSources
  readonly gasPrices: GasPrices
}

export type GasGuardOptions = Omit<FundingSourcesOptions & GasPricesOptions, "chain"> & {
  readonly chain: FundingSourcesOptions["chain"] & GasPricesOptions["chain"]
  readonly sleep: Sleep
  /** From 0 to 1: gas of refused payments relative to that of settled ones above which unproven payers wait. */
  readonly maxRefusedShare: number
  /** Payments of a payer in the ledger. Absent: payers are proven by payments to this process alone. */
  readonly settledPayments?: ProvenPayersOptions["settledPayments"]
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

export function createGasGuard(options: GasGuardOptions): GasGuard {
  const { settledPayments, clock } = options
  return {
    coolDown: createCoolDown(options.clock),
    spendGuard: createSpendGuard(options),
    gasBudget: createGasBudget(options),
    proven: createProvenPayers(settledPayments && { settledPayments, clock }),
    sources: createFundingSources(options),
    gasPrices: createGasPrices(options),
  }
}

import type { Authorization, PaymentToSettle } from "@/lib/x402/ledger/payment"

/** EIP-1559, in wei per gas. */
export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

const TIP = 1_000_000n

/** Twice the current price lasts for six full blocks in a row (EIP-1559: +12.5% each). */
export function fairFees(gasPrice: bigint): Fees {
  return { maxFeePerGas: gasPrice * 2n + TIP, maxPriorityFeePerGas: TIP }
}

/** The same up to a ceiling; `null` while the current price is above it. */
export function feesWithin(ceiling: bigint, gasPrice: bigint): Fees | null {
  if (gasPrice + TIP > ceiling) return null
  const { maxFeePerGas, maxPriorityFeePerGas } = fairFees(gasPrice)
  return { maxFeePerGas: maxFeePerGas > ceiling ? ceiling : maxFeePerGas, maxPriorityFeePerGas }
}

/**
 * Fees of the replacement of a stuck transaction: both at least an eighth higher, because nodes refuse less (geth and reth
 * require 10%, others 12.5%), and at least the current price. `null` above the ceiling.
 */
export function raisedFees(stuck: Fees, fair: Fees, ceiling: bigint): Fees | null {
  const least = raised(stuck.maxFeePerGas)
  if (least > ceiling) return null
  const wanted = larger(least, fair.maxFeePerGas)
  const maxFeePerGas = wanted > ceiling ? ceiling : wanted
  const tip = larger(raised(stuck.maxPriorityFeePerGas), fair.maxPriorityFeePerGas)
  return { maxFeePerGas, maxPriorityFeePerGas: tip > maxFeePerGas ? maxFeePerGas : tip }
}

/** An eighth more, rounded up. */
function raised(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** How much of a price the gas of its settlement may cost. */
export type ProfitLimit = {
  /** Cost of gas relative to the price, for example 0.5. */
  readonly maxShare: number
  /** Dollars for one ether; `null` while unknown, and then only the ceiling of the fee applies. */
  readonly etherPriceUsd: () => number | null
}

/**
 * Gas that settlement uses, measured on the token of Base: 69,413 for a payment alone and 47,700 for each of a full batch. Fees
 * are for gas used, so the higher gas limits do not count.
 */
const GAS_PER_TRANSACTION = 22_500n
const GAS_PER_TRANSFER = 47_000n
/** A contract wallet checks its signature in its own code. */
const GAS_PER_CONTRACT_TRANSFER = 120_000n
const GAS_PER_DEPLOYMENT = 350_000n

const KEY_SIGNATURE_LENGTH = 132

const LONE_TRANSFER_GAS = GAS_PER_TRANSACTION + GAS_PER_TRANSFER

const SCALE = 1_000_000
const WEI_PER_ETHER = 10n ** 18n

/** Atomic USDC that this gas costs, rounded up. `feePerGas` in wei. */
export function gasCostUsdc(gas: bigint, feePerGas: bigint, etherPriceUsd: number): bigint {
  const atomicPerEther = BigInt(Math.ceil(etherPriceUsd * SCALE))
  return divideUp(gas * feePerGas * atomicPerEther, WEI_PER_ETHER)
}

/** Gas that one transaction with these payments is expected to use. */
export function expectedGas(payments: readonly PaymentToSettle[]): bigint {
  return payments.reduce((sum, { authorization }) => sum + transferGas(authorization), GAS_PER_TRANSACTION)
}

function transferGas({ signature, deployment }: Authorization): bigint {
  if (deployment !== null) return GAS_PER_DEPLOYMENT + GAS_PER_CONTRACT_TRANSFER
  return signature.length === KEY_SIGNATURE_LENGTH ? GAS_PER_TRANSFER : GAS_PER_CONTRACT_TRANSFER
}

/**
 * The lowest price, in atomic USDC, of which a payment that is settled alone costs no more than the allowed share. 0 while the
 * price of ether is unknown.
 */
export function lowestProfitablePrice(limit: ProfitLimit, feePerGas: bigint): bigint {
  const etherPriceUsd = limit.etherPriceUsd()
  if (etherPriceUsd === null) return 0n
  return priceFor(limit, gasCostUsdc(LONE_TRANSFER_GAS, feePerGas, etherPriceUsd))
}

/** Whether one transaction with these payments costs no more than the allowed share of their amounts. */
export function isProfitable(limit: ProfitLimit, payments: readonly PaymentToSettle[], feePerGas: bigint): boolean {
  if (payments.length === 0) return true
  const value = payments.reduce((sum, { authorization }) => sum + authorization.value, 0n)
  return isGasWorth(limit, expectedGas(payments), value, feePerGas)
}

/** Whether this gas costs no more than the allowed share of a value in atomic USDC. */
export function isGasWorth(limit: ProfitLimit, gas: bigint, value: bigint, feePerGas: bigint): boolean {
  const etherPriceUsd = limit.etherPriceUsd()
  return etherPriceUsd === null || value >= priceFor(limit, gasCostUsdc(gas, feePerGas, etherPriceUsd))
}

function priceFor({ maxShare }: ProfitLimit, cost: bigint): bigint {
  return divideUp(cost * BigInt(SCALE), BigInt(Math.max(1, Math.round(maxShare * SCALE))))
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

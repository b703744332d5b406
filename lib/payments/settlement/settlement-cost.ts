import type { Authorization, PaymentToSettle } from "@/lib/ledger/payment"

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
  const etherPriceUsd = limit.etherPriceUsd()
  if (etherPriceUsd === null || payments.length === 0) return true
  const value = payments.reduce((sum, { authorization }) => sum + authorization.value, 0n)
  return value >= priceFor(limit, gasCostUsdc(expectedGas(payments), feePerGas, etherPriceUsd))
}

function priceFor({ maxShare }: ProfitLimit, cost: bigint): bigint {
  return divideUp(cost * BigInt(SCALE), BigInt(Math.max(1, Math.round(maxShare * SCALE))))
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

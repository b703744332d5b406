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

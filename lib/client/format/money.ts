import { formatUsdc, usdc } from "@/lib/domain/usdc"

/** Atomic USDC as a price: `50_000n` is `$0.05`. */
export function dollars(atomic: bigint | string): string {
  return `$${formatUsdc(usdc(BigInt(atomic)))}`
}

/** Atomic USDC as a balance, rounded down to cents: `9_949_999n` is `9.94`. */
export function balanceText(atomic: bigint): string {
  const cents = atomic / 10_000n
  return `${(cents / 100n).toLocaleString("en-US")}.${(cents % 100n).toString().padStart(2, "0")}`
}

const priceFormats = [
  { above: 1_000, format: new Intl.NumberFormat("en-US", { minimumFractionDigits: 0, maximumFractionDigits: 0 }) },
  { above: 10, format: new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }) },
  { above: 0, format: new Intl.NumberFormat("en-US", { minimumFractionDigits: 4, maximumFractionDigits: 4 }) },
] as const

/** A market price in dollars, with decimals by magnitude: `$96,413`, `$178.20`, `$0.4213`. */
export function marketPrice(usd: number): string {
  const { format } = priceFormats.find(({ above }) => Math.abs(usd) >= above) ?? priceFormats[2]
  return `$${format.format(usd)}`
}

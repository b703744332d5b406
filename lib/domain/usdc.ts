import { AppError } from "@/lib/domain/errors"

declare const brand: unique symbol

/** USDC in atomic units (6 decimals): `1_000_000n` is one dollar. */
export type Usdc = bigint & { readonly [brand]: "usdc" }

/**
 * Reads a decimal dollar string.
 *
 * A seventh decimal is refused: rounding would charge another amount than the stated one.
 *
 * @throws {InvalidAmountError}
 */
export function parseUsdc(text: string): Usdc {
  const match = /^(?<whole>\d{1,60})(?:\.(?<fraction>\d{1,6}))?$/.exec(text)
  if (!match?.groups) throw new InvalidAmountError(text)
  const { whole = "", fraction = "" } = match.groups
  return usdc(BigInt(whole + fraction.padEnd(6, "0")))
}

/** Writes atomic units as decimal dollars with at least two decimals: `50_000n` is `"0.05"`. */
export function formatUsdc(amount: Usdc): string {
  const digits = amount.toString().padStart(7, "0")
  const fraction = digits.slice(-6).replace(/0{1,4}$/, "")
  return `${digits.slice(0, -6)}.${fraction}`
}

/** As `formatUsdc`, with a minus before an amount below zero. */
export function signedUsdc(amount: bigint): string {
  return amount < 0n ? `-${formatUsdc(usdc(-amount))}` : formatUsdc(usdc(amount))
}

/** Brands a count of atomic units. The cast is where the brand is made. */
export function usdc(atomic: bigint): Usdc {
  if (atomic < 0n) throw new InvalidAmountError(atomic.toString())
  return atomic as Usdc
}

export class InvalidAmountError extends AppError {
  override readonly name = "InvalidAmountError"
  readonly code = "internal"

  constructor(text: string) {
    super(`"${text.slice(0, 40)}" is not a dollar amount with at most 6 decimals.`)
  }
}

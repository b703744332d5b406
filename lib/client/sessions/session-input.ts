import { parseLimit } from "@/lib/client/budget/budget"
import { dollars } from "@/lib/client/format/money"

export type DepositInput =
  | { readonly kind: "amount"; readonly amount: bigint }
  | { readonly kind: "invalid"; readonly message: string }

export type DepositBounds = {
  /** The rest of today's limit, in atomic units. */
  readonly allowance: bigint
  /** The present balance of the session. */
  readonly held: bigint
  /** The service's smallest deposit. */
  readonly min: bigint
  /** `null` while unknown. */
  readonly balance: bigint | null
}

/** The most that may be deposited now: a session never holds more than today's limit leaves. */
export function maxDeposit({ allowance, held, balance }: DepositBounds): bigint {
  const room = allowance > held ? allowance - held : 0n
  return balance !== null && balance < room ? balance : room
}

/** Parses an amount in dollars within the bounds. */
export function parseDeposit(text: string, bounds: DepositBounds): DepositInput {
  const input = parseLimit(text)
  if (input.kind === "invalid") return { kind: "invalid", message: "Enter dollars, such as 2 or 0.50." }
  const amount = BigInt(input.limit)
  if (amount < bounds.min) return { kind: "invalid", message: `The service takes ${dollars(bounds.min)} or more.` }
  if (amount <= maxDeposit(bounds)) return { kind: "amount", amount }
  const isShort = bounds.balance !== null && amount > bounds.balance
  return {
    kind: "invalid",
    message: isShort
      ? `Your wallet has ${dollars(bounds.balance ?? 0n)}.`
      : `Today's limit leaves room for ${dollars(maxDeposit(bounds))}. Raise the limit to deposit more.`,
  }
}

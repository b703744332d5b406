/** The spending limits of this browser. Amounts in atomic USDC. */
export type Budget = {
  /** Maximum per local day, as digits. */
  readonly limit: string
  /** Midnight of the local day for which auto-refresh is on; `null`: off. It does not carry over. */
  readonly autoDayMs: number | null
}

export const defaultBudget: Budget = { limit: "2000000", autoDayMs: null }

/** `reserved` is signed, or being signed, and not delivered. It counts because it may be charged. */
export type Spending = { readonly spent: bigint; readonly reserved: bigint }

/** The rest of today's limit; never negative, also after the limit was lowered. */
export function remaining({ limit }: Pick<Budget, "limit">, { spent, reserved }: Spending): bigint {
  const left = BigInt(limit) - spent - reserved
  return left > 0n ? left : 0n
}

/** Whether one more purchase fits within the limit. */
export function isWithinLimit(budget: Pick<Budget, "limit">, spending: Spending, amount: bigint): boolean {
  return amount <= remaining(budget, spending)
}

export function isAutomatic({ autoDayMs }: Pick<Budget, "autoDayMs">, todayMs: number): boolean {
  return autoDayMs === todayMs
}

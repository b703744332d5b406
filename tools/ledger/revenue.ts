import { compareText } from "@/lib/domain/compare-text"
import { type Usdc, usdc } from "@/lib/domain/usdc"
import type { Sale } from "./sales"

export const GROUPINGS = ["day", "endpoint", "payer"] as const

export type Grouping = (typeof GROUPINGS)[number]

/** `amount`: what was paid or can be claimed; `lost`: what was delivered and cannot be claimed any more. */
export type Revenue = { readonly key: string; readonly sales: number; readonly amount: Usdc; readonly lost: Usdc }

const keyOf = {
  /** UTC. */
  day: ({ settledAtMs }) => new Date(settledAtMs).toISOString().slice(0, 10),
  endpoint: ({ endpoint }) => endpoint,
  payer: ({ payer }) => payer,
} as const satisfies Record<Grouping, (sale: Sale) => string>

/** Sums by key: days in order, endpoints and payers by revenue. */
export async function revenueBy(
  grouping: Grouping,
  sales: AsyncIterable<Sale> | Iterable<Sale>,
): Promise<readonly Revenue[]> {
  const sums = new Map<string, { sales: number; amount: bigint; lost: bigint }>()
  for await (const sale of sales) {
    const key = keyOf[grouping](sale)
    const sum = sums.get(key) ?? { sales: 0, amount: 0n, lost: 0n }
    const { amount, lost } = sale
    sums.set(key, { sales: sum.sales + 1, amount: sum.amount + amount - lost, lost: sum.lost + lost })
  }
  const rows = [...sums].map(([key, sum]) => ({
    key,
    sales: sum.sales,
    amount: usdc(sum.amount),
    lost: usdc(sum.lost),
  }))
  return rows.toSorted((a, b) =>
    grouping === "day" || a.amount === b.amount ? compareText(a.key, b.key) : a.amount < b.amount ? 1 : -1,
  )
}

import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { marginAsJson, marginsByDay, marginTable, totalMargin } from "./ledger-margins"

const sales = [
  { key: "2026-11-20", sales: 2, amount: usdc(100_000n), lost: usdc(50_000n) },
  { key: "2026-11-22", sales: 1, amount: usdc(50_000n), lost: usdc(0n) },
]
const WEI_OF_TWO_CENTS = 10n ** 18n / 150_000n
const spent = (wei: bigint, unknown = 0) => ({ transactions: 1, wei, unknown })
const prices = new Map([
  ["2026-11-20", 3_000],
  ["2026-11-21", 3_000],
])

test("each day has sales, gas in ether and dollars, and a margin, which can be negative", () => {
  const gas = new Map([
    ["2026-11-20", spent(WEI_OF_TWO_CENTS)],
    ["2026-11-21", spent(WEI_OF_TWO_CENTS)],
  ])
  const rows = marginsByDay(sales, gas, prices).map(marginAsJson)
  expect(rows).toMatchObject([
    { key: "2026-11-20", usdc: "0.10", gasEther: "0.000006666666666666", gasUsdc: "0.02", marginUsdc: "0.08" },
    { key: "2026-11-21", sales: 0, usdc: "0.00", gasUsdc: "0.02", marginUsdc: "-0.02" },
    { key: "2026-11-22", transactions: 0, gasUsdc: "0.00", marginUsdc: "0.05" },
  ])
  const total = totalMargin(marginsByDay(sales, gas, prices))
  expect(marginAsJson(total)).toMatchObject({ sales: 3, usdc: "0.15", gasUsdc: "0.04", marginUsdc: "0.11" })
})

test("a day without a recorded fee or an ether price has no margin, and the table reports it", () => {
  const gas = new Map([
    ["2026-11-20", spent(0n, 1)],
    ["2026-11-22", spent(5n)],
  ])
  const rows = marginsByDay(sales, gas, prices)
  expect(rows.map(({ margin }) => margin)).toEqual([null, null])
  expect(totalMargin(rows).margin).toBeNull()
  expect(marginTable(rows).at(-1)).toBe("1 transactions have no recorded fee, so their days have no margin.")
})

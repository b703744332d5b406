import { formatEther } from "viem"
import { compareText } from "@/lib/domain/compare-text"
import { formatUsdc, signedUsdc, usdc } from "@/lib/domain/usdc"
import { type GasCost, NO_GAS } from "@/tools/ledger/gas-costs"
import type { Revenue } from "@/tools/ledger/revenue"
import { gasCostUsdc } from "@/lib/x402/settlement/settlement-fees"

/** Sales of a day and the gas of its transactions. */
export type Margin = Revenue &
  GasCost & {
    /** Atomic USDC; `null`: a fee or the price of ether is not known. */
    readonly cost: bigint | null
    /** Sales minus gas, in atomic USDC. Refunds are not subtracted. */
    readonly margin: bigint | null
  }

/** A day with gas and without sales is included. */
export function marginsByDay(
  sales: readonly Revenue[],
  gas: ReadonlyMap<string, GasCost>,
  etherPrices: ReadonlyMap<string, number>,
): readonly Margin[] {
  const revenue = new Map(sales.map((row) => [row.key, row]))
  const days = [...new Set([...revenue.keys(), ...gas.keys()])].toSorted(compareText)
  return days.map((key) => {
    const row = revenue.get(key) ?? { key, sales: 0, amount: usdc(0n), lost: usdc(0n) }
    const gasOfKey = gas.get(key) ?? NO_GAS
    return toMargin({ ...row, ...gasOfKey }, costOf(gasOfKey, etherPrices.get(key)))
  })
}

export function totalMargin(rows: readonly Margin[]): Margin {
  const sum = (of: (row: Margin) => bigint) => rows.reduce((total, row) => total + of(row), 0n)
  const count = (of: (row: Margin) => number) => rows.reduce((total, row) => total + of(row), 0)
  const isComplete = rows.every(({ cost }) => cost !== null)
  const total = {
    key: "total",
    sales: count((row) => row.sales),
    amount: usdc(sum((row) => row.amount)),
    lost: usdc(sum((row) => row.lost)),
    transactions: count((row) => row.transactions),
    wei: sum((row) => row.wei),
    unknown: count((row) => row.unknown),
  }
  return toMargin(total, isComplete ? sum((row) => row.cost ?? 0n) : null)
}

function toMargin(row: Revenue & GasCost, cost: bigint | null): Margin {
  return { ...row, cost, margin: cost === null ? null : row.amount - cost }
}

function costOf({ wei, unknown }: GasCost, etherUsd: number | undefined): bigint | null {
  if (unknown > 0) return null
  if (wei === 0n) return 0n
  return etherUsd === undefined ? null : gasCostUsdc(wei, 1n, etherUsd)
}

/** For programs. Amounts are decimal strings; `null`: not known. */
export function marginAsJson({ key, sales, amount, lost, transactions, wei, unknown, cost, margin }: Margin) {
  return {
    key,
    sales,
    usdc: formatUsdc(amount),
    lostUsdc: formatUsdc(lost),
    transactions,
    gasEther: formatEther(wei),
    gasUsdc: cost === null ? null : signedUsdc(cost),
    marginUsdc: margin === null ? null : signedUsdc(margin),
    transactionsWithoutFee: unknown,
  }
}

/** The rows and their total, as lines of a table. */
export function marginTable(rows: readonly Margin[]): readonly string[] {
  const head = ["day", "sales", "USDC", "gas, ether", "gas, USDC", "margin"]
  const cells = [...rows, totalMargin(rows)].map(marginAsJson).map((row) => {
    return [row.key, String(row.sales), row.usdc, row.gasEther, row.gasUsdc ?? "–", row.marginUsdc ?? "–"]
  })
  const { transactionsWithoutFee: missing } = marginAsJson(totalMargin(rows))
  return [
    ...[head, ...cells].map(([day = "", ...rest]) =>
      [day.padEnd(10), ...rest.map((cell) => cell.padStart(12))].join("  "),
    ),
    ...(missing === 0 ? [] : [`${missing} transactions have no recorded fee, so their days have no margin.`]),
  ]
}

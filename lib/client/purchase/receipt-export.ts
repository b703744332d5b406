import { csvLines } from "@/lib/client/format/csv"
import { formatUsdc, usdc } from "@/lib/domain/usdc"
import type { Receipt } from "./receipt"

const columns = [
  "time",
  "title",
  "path",
  "amount_usdc",
  "network",
  "asset",
  "payer",
  "pay_to",
  "transaction",
  "id",
  "version",
] as const

/** All receipts with their answers. */
export function toJson(receipts: readonly Receipt[]): string {
  return JSON.stringify(receipts, null, 2)
}

/** One line per purchase, without answers. */
export function toCsv(receipts: readonly Receipt[]): string {
  const rows = receipts.map((receipt) => [
    new Date(receipt.deliveredAtMs).toISOString(),
    receipt.title,
    receipt.path,
    formatUsdc(usdc(BigInt(receipt.amount))),
    receipt.network,
    receipt.asset,
    receipt.payer,
    receipt.payTo,
    receipt.transaction,
    receipt.id,
    receipt.commitment,
  ])
  return csvLines(columns, rows)
}

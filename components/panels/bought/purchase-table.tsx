import { type Column, DataTable } from "@/components/ui/data-table"
import { Instant } from "@/components/ui/instant"
import { dollars } from "@/lib/client/format/money"
import type { Receipt } from "@/lib/client/purchase/receipt"

const columns: readonly Column<Receipt>[] = [
  { name: "Bought", cell: ({ deliveredAtMs }) => <Instant at={deliveredAtMs} /> },
  { name: "What", cell: ({ title }) => title },
  { name: "Paid", numeric: true, cell: ({ amount }) => dollars(amount) },
]

type PurchaseTableProps = { readonly caption: string; readonly receipts: readonly Receipt[] }

/** Time, title and price of purchases. */
export function PurchaseTable({ caption, receipts }: PurchaseTableProps) {
  return <DataTable caption={caption} columns={columns} rows={receipts} keyOf={({ id }) => id} widthRem={22} />
}

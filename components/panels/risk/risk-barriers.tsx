import { type Column, DataTable } from "@/components/ui/data-table"
import { share, words } from "@/components/ui/format"
import { LazyDetails } from "@/components/ui/lazy-details"
import { marketPrice } from "@/lib/client/format/money"
import { awayText } from "@/lib/client/format/number"
import type { Risk } from "@/lib/endpoints/risk/contract"

type Row = Risk["barriers"]["supports"][number] & { readonly side: string; readonly current_price: number }

const columns: readonly Column<Row>[] = [
  { name: "Barrier", cell: ({ side, kind }) => `${side}, ${words(kind).toLowerCase()}` },
  { name: "Price", numeric: true, cell: ({ price }) => marketPrice(price) },
  { name: "Away", numeric: true, cell: ({ price, current_price }) => awayText(price / current_price - 1) },
  { name: "Touched 24h", numeric: true, cell: ({ p_touch_24h }) => share(p_touch_24h) },
  { name: "Touched 7d", numeric: true, cell: ({ p_touch_7d }) => share(p_touch_7d) },
  { name: "Held", numeric: true, cell: ({ hold_rate }) => share(hold_rate) },
]

/** Support and resistance with measured hold rates. */
export function RiskBarriers({ answer }: { readonly answer: Risk }) {
  const { supports, resistances, breakouts, random_level_hold_rate } = answer.barriers
  const rows = [
    ...resistances.map((barrier) => ({ ...barrier, side: "Resistance", current_price: answer.price })),
    ...supports.map((barrier) => ({ ...barrier, side: "Support", current_price: answer.price })),
    ...breakouts.map((barrier) => ({ ...barrier, side: "Extreme", current_price: answer.price })),
  ].toSorted((a, b) => b.price - a.price)
  return (
    <LazyDetails
      summary={
        <>
          Support and resistance <span className="muted">{rows.length} levels with hold rates</span>
        </>
      }
    >
      <DataTable
        caption={`Barriers of ${answer.coin}`}
        columns={columns}
        rows={rows}
        keyOf={({ kind, price }) => `${kind} ${price}`}
        widthRem={36}
        csv={{ name: `barriers-${answer.coin}`, meta: answer.meta, records: rows }}
      />
      <p className="note">A random level held in {share(random_level_hold_rate)} of first touches.</p>
    </LazyDetails>
  )
}

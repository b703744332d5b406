import { type Column, DataTable } from "@/components/ui/data-table"
import { share } from "@/components/ui/format"
import { Instant } from "@/components/ui/instant"
import { marketPrice } from "@/lib/client/format/money"
import { awayText } from "@/lib/client/format/number"

export type NowRow = {
  readonly name: string
  readonly price: number
  readonly passed: boolean
  readonly distance_pct: number
  readonly p_touch_24h: number
  readonly p_touch_7d: number
}

type NowTableProps = {
  readonly coin: string
  /** Which answer the levels belong to. A page can show both, and each table has a name of its own. */
  readonly owner: "signal" | "plan"
  readonly now: { readonly price_usd: number; readonly hours_since_close: number }
  /** The sealed close: its time, and its price. */
  readonly close: { readonly decided_at?: string | undefined; readonly price_of_record?: number | undefined }
  readonly rows: readonly NowRow[]
}

const columns: readonly Column<NowRow>[] = [
  {
    name: "Level",
    cell: ({ name, price }) => (
      <>
        {name} <b>{marketPrice(price)}</b>
      </>
    ),
  },
  { name: "Away", numeric: true, cell: ({ distance_pct }) => awayText(distance_pct / 100) },
  { name: "24h", numeric: true, cell: ({ passed, p_touch_24h }) => (passed ? "touched" : share(p_touch_24h)) },
  { name: "7d", numeric: true, cell: ({ passed, p_touch_7d }) => (passed ? "touched" : share(p_touch_7d)) },
]

/** Levels with their odds at the price of the answer, and the close that all other figures belong to. */
export function NowTable({ coin, owner, now, close, rows }: NowTableProps) {
  return (
    <section aria-label={`${coin} ${owner} odds at the price when computed`}>
      <h4>
        Odds at {marketPrice(now.price_usd)}{" "}
        <span className="muted">when computed, {now.hours_since_close.toFixed(1)}h after the close</span>
      </h4>
      <DataTable
        caption={`Odds of ${coin} ${owner} levels at the price when computed`}
        columns={columns}
        rows={rows}
        keyOf={({ name, price }) => `${name} ${price}`}
        widthRem={19}
      />
      {close.decided_at === undefined || close.price_of_record === undefined ? null : (
        <p className="note">
          All other odds, levels and ranges are those of the close of <Instant at={Date.parse(close.decided_at)} /> at{" "}
          {marketPrice(close.price_of_record)}, as sealed.
        </p>
      )}
    </section>
  )
}

import type { PlotCandle } from "@/components/charts/candle-plot"
import { type Column, DataTable } from "@/components/ui/data-table"
import { Instant } from "@/components/ui/instant"
import { LazyDetails } from "@/components/ui/lazy-details"
import { marketPrice } from "@/lib/client/format/money"
import { reading } from "@/lib/client/format/number"

const columns: readonly Column<PlotCandle>[] = [
  { name: "Open time", cell: ({ openMs }) => <Instant at={openMs} /> },
  { name: "Open", numeric: true, cell: ({ open }) => marketPrice(open) },
  { name: "High", numeric: true, cell: ({ high }) => marketPrice(high) },
  { name: "Low", numeric: true, cell: ({ low }) => marketPrice(low) },
  { name: "Close", numeric: true, cell: ({ close }) => marketPrice(close) },
  { name: "Volume", numeric: true, cell: ({ volume }) => reading(volume) },
]

/** The candles as a table, rendered when it is opened. */
export function CandleTable({ coin, shown }: { readonly coin: string; readonly shown: readonly PlotCandle[] }) {
  return (
    <LazyDetails className="details slim" summary="Data table">
      <DataTable
        caption={`${coin} candles`}
        columns={columns}
        rows={shown.toReversed()}
        keyOf={({ openMs }) => String(openMs)}
        widthRem={37}
      />
    </LazyDetails>
  )
}

import { type Column, DataTable } from "@/components/ui/data-table"
import { share, UNKNOWN } from "@/components/ui/format"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import { PriceAtPurchase } from "@/components/panels/price-at-purchase"
import type { ResponseOf } from "@/lib/api/contract"
import { MarketQuestions } from "./market-questions"
import { oddsContract } from "@/lib/endpoints/odds/contract"
import { marketPrice } from "@/lib/client/format/money"
import { awayText } from "@/lib/client/format/number"
import { spanText } from "@/lib/client/format/time"
import { HOUR_MS } from "@/lib/domain/utc-day"

type Odds = ResponseOf<typeof oddsContract>
type Level = Odds["levels"][number]

const columns: readonly Column<Level>[] = [
  { name: "Level", numeric: true, cell: ({ level }) => marketPrice(level) },
  { name: "Away", numeric: true, cell: ({ distance_pct }) => awayText(distance_pct / 100) },
  { name: "Touched", numeric: true, cell: ({ p_touch }) => share(p_touch) },
  { name: "Beyond at the end", numeric: true, cell: ({ p_close_beyond }) => share(p_close_beyond) },
  {
    name: "Error",
    numeric: true,
    cell: ({ measured }) =>
      measured === null ? UNKNOWN : `${(100 * Math.abs(measured.touch_error)).toFixed(1)} (n ${measured.n})`,
  },
]

export const Answer = withAnswerFrame(oddsContract, OddsView)

/** The odds of the bought levels. */
function OddsView({ answer }: { readonly answer: Odds }) {
  const { coin, hours, levels, measured_on } = answer
  return (
    <>
      <PriceAtPurchase coin={coin} price={answer.price} />
      <DataTable
        caption={`Odds of ${coin} levels within ${spanText(hours * HOUR_MS)}`}
        columns={columns}
        rows={levels}
        keyOf={({ level }) => String(level)}
        widthRem={22}
        csv={{ name: `odds-${coin}`, meta: answer.meta, records: levels }}
      />
      <p className="note">
        Error: mean distance in points between stated and observed touches of such levels, {measured_on.from} to{" "}
        {measured_on.until}.
      </p>
      <MarketQuestions answer={answer} />
    </>
  )
}

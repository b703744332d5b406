import { type Column, DataTable } from "@/components/ui/data-table"
import { count } from "@/components/ui/format"
import type { Stats } from "@/lib/endpoints/stats/contract"
import { independent, scoreSpan, scoreText } from "./rates"

type Markets = NonNullable<Stats["markets"]>
type Row = { readonly name: string; readonly odds: Markets["close"] }

const columns: readonly Column<Row>[] = [
  { name: "Question", cell: ({ name }) => name },
  { name: "n", numeric: true, cell: ({ odds }) => count(odds.n) },
  { name: "Independent", numeric: true, cell: ({ odds }) => count(independent(odds.n_effective)) },
  { name: "Brier, ours", numeric: true, cell: ({ odds }) => scoreText(odds.forecast.brier) },
  { name: "Brier, market", numeric: true, cell: ({ odds }) => scoreText(odds.market.brier) },
  { name: "Market less ours", numeric: true, cell: ({ odds }) => scoreText(odds.difference) },
  { name: "95%", numeric: true, cell: ({ odds }) => scoreSpan(odds.difference_ci95) },
  { name: "Better", cell: ({ odds }) => (odds.better === null ? "no claim yet" : verdicts[odds.better]) },
]

const verdicts = { forecast: "our odds", market: "the market", undecided: "undecided" } as const

/** Our odds beside the prices of a prediction market at the same closes. */
export function MarketComparison({ stats: { markets } }: { readonly stats: Stats }) {
  if (markets === undefined) return null
  const { close, touch, withheld } = markets
  const hasLost = [close, touch].some(({ better }) => better === "market")
  return (
    <section aria-label="Our odds and prediction markets">
      <h4>Our odds and prediction markets</h4>
      {withheld.length > 0 ? (
        <p className="note">The terms of {withheld.join(", ")} do not allow the comparison to be published here.</p>
      ) : null}
      {close.n + touch.n === 0 ? (
        <p className="note">No claim yet: no sealed question of a prediction market has ended.</p>
      ) : (
        <>
          {hasLost ? <p className="warning-line">A prediction market was better than our odds.</p> : null}
          <DataTable
            caption="Brier scores of our odds and of a prediction market"
            columns={columns}
            rows={[
              { name: "Beyond a level at an hour", odds: close },
              { name: "Ever beyond a level in the month", odds: touch },
            ]}
            keyOf={({ name }) => name}
            widthRem={40}
          />
          <p className="note">
            Sealed at 00:00 UTC from quotes before it; lower scores are better. Scores are shown from 30 independent
            calls on. Results are by the candles of this record, not by the settlement of the venue, and the quotes are
            not archived: that they were so rests on the operator’s word.
          </p>
        </>
      )}
    </section>
  )
}

import { type Column, DataTable } from "@/components/ui/data-table"
import { fullUsd, pct } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import { useTimes } from "@/lib/client/browser/use-times"
import { withMinusSign } from "@/lib/client/format/number"
import type { Risk } from "@/lib/endpoints/risk/contract"

/** Funding costs and the typical range of the price. */
export function RiskCosts({ answer }: { readonly answer: Risk }) {
  const { costs, cost_details, outlook } = answer
  const times = useTimes()
  const payer = cost_details.funding_paid_by
  return (
    <section aria-label={`${answer.coin} costs and movement`}>
      <h4>Costs and movement</h4>
      <StatList
        stats={[
          {
            name: "Funding, 8h",
            value: withMinusSign(costs.funding_rate_8h),
            note: payer === null ? "unknown" : `paid by ${payer}`,
          },
          {
            name: "Funding, annualised",
            value: withMinusSign(costs.funding_annual),
            note: cost_details.funding_as_of ? times.text(cost_details.funding_as_of) : "unknown",
          },
          { name: "ATR 14", value: costs.atr_pct, note: "typical daily range" },
          { name: "Expected, 24h", value: `±${pct(outlook.expected_move_24h_pct)}`, note: "one standard deviation" },
        ]}
      />
      {answer.trade_cost === undefined ? null : <TradeCost cost={answer.trade_cost} coin={answer.coin} />}
    </section>
  )
}

type Cost = NonNullable<Risk["trade_cost"]>

/** The cost of the asked size on each venue, cheapest first. */
function TradeCost({ cost, coin }: { readonly cost: Cost; readonly coin: string }) {
  return (
    <>
      <h5>
        A {cost.side} of {fullUsd(cost.size_usd)}
      </h5>
      <p>
        {cost.total_pct === null ? (
          "No visible order book holds this size."
        ) : (
          <>
            <span className="figure">{pct(cost.total_pct, 3)}</span> or {fullUsd(cost.total_usd ?? 0)} on{" "}
            {cost.cheapest}, {cost.total_r} R: the expected value of the plan uses it. At the stop{" "}
            {fullUsd(cost.loss_at_stop_usd ?? 0)} are lost, {cost.gap_pct === null ? "without jumps" : "jumps included"}
            .
          </>
        )}
      </p>
      <DataTable
        caption={`Cost of the trade in ${coin} by venue`}
        columns={costColumns}
        rows={cost.venues}
        keyOf={({ venue }) => venue}
        widthRem={32}
      />
    </>
  )
}

const costColumns: readonly Column<Cost["venues"][number]>[] = [
  { name: "Venue", cell: ({ venue }) => venue },
  { name: "Entry", numeric: true, cell: ({ entry_slippage_pct }) => pct(entry_slippage_pct, 3) },
  { name: "Exit", numeric: true, cell: ({ exit_slippage_pct }) => pct(exit_slippage_pct, 3) },
  { name: "Fees", numeric: true, cell: ({ fees_pct }) => pct(fees_pct, 3) },
  { name: "Funding", numeric: true, cell: ({ funding_pct }) => pct(funding_pct, 3) },
  { name: "Jumps", numeric: true, cell: ({ stop_gap_pct }) => pct(stop_gap_pct, 3) },
  { name: "Total", numeric: true, cell: ({ total_pct }) => pct(total_pct, 3) },
]

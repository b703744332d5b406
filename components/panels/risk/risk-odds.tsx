import { type Column, DataTable } from "@/components/ui/data-table"
import { share } from "@/components/ui/format"
import { marketPrice } from "@/lib/client/format/money"
import type { Risk } from "./risk-answer"

type Target = Risk["plan"]["targets"][number] & { readonly name: string }

const columns: readonly Column<Target>[] = [
  {
    name: "Target",
    cell: ({ name, price, r_multiple }) => (
      <>
        {name} <b>{marketPrice(price)}</b> <small>{r_multiple} R</small>
      </>
    ),
  },
  { name: "24 h", numeric: true, cell: ({ p_touch_24h }) => share(p_touch_24h) },
  { name: "7 d", numeric: true, cell: ({ p_touch_7d }) => share(p_touch_7d) },
  { name: "Before stop", numeric: true, cell: ({ p_before_stop_14d }) => share(p_before_stop_14d) },
  { name: "To break even", numeric: true, cell: ({ p_break_even }) => share(p_break_even) },
]

/** How often each target was reached before the stop, beside the rate needed to break even. */
export function RiskOdds({ answer }: { readonly answer: Risk }) {
  const { stop, targets, odds_basis } = answer.plan
  const rows = targets.map((target, index) => ({ ...target, name: `T${index + 1}` }))
  return (
    <section aria-label={`${answer.coin} odds`}>
      <h4>
        Odds <span className="muted">chance to be touched, and to come before the stop within 14 days</span>
      </h4>
      <DataTable
        caption={`Odds of ${answer.coin} targets`}
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        widthRem={27}
        csv={{ name: `target-odds-${answer.coin}`, meta: answer.meta, records: rows }}
      />
      <p className="note">
        Stop {marketPrice(stop.price)}: touched in {share(stop.p_touch_24h)} of cases within 24 h, in{" "}
        {share(stop.p_touch_7d)} within 7 d; hit in {share(stop.p_hit_14d)} within 14 d.
      </p>
      <p className="note">
        No target is worth more than its stop by itself: longs stand above break-even and shorts below by the rise of
        these coins until 2024-06. In the year after, plans of both sides brought nothing before costs.
      </p>
      <details className="details slim">
        <summary>How these odds are known</summary>
        <p className="note">
          To break even counts how often the stop comes first, a round trip at 20 bps, and what plans brought on average
          that ended after 14 days without either. {odds_basis}
        </p>
      </details>
    </section>
  )
}

import { type Column, DataTable } from "@/components/ui/data-table"
import { useIsCompact } from "@/components/panels/answer-density"
import { share } from "@/components/ui/format"
import { LazyDetails } from "@/components/ui/lazy-details"
import { marketPrice } from "@/lib/client/format/money"
import type { Risk } from "@/lib/endpoints/risk/contract"

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
  { name: "24h", numeric: true, cell: ({ p_touch_24h }) => share(p_touch_24h) },
  { name: "7d", numeric: true, cell: ({ p_touch_7d }) => share(p_touch_7d) },
  { name: "Before stop, 14d", numeric: true, cell: ({ p_before_stop_14d }) => share(p_before_stop_14d) },
  { name: "Needed to break even", numeric: true, cell: ({ p_break_even }) => share(p_break_even) },
]

/** The deciding columns, narrow enough for three plans beside each other. */
const compactColumns = columns
  .filter(({ name }) => name !== "24h" && name !== "7d")
  .map((column) => (column.name === "Needed to break even" ? { ...column, name: "Needed" } : column))

/** How often each target was reached before the stop, beside the rate needed to break even. */
export function RiskOdds({ answer }: { readonly answer: Risk }) {
  const { stop, targets, odds_basis } = answer.plan
  const isCompact = useIsCompact()
  const expectedR = targets[0]?.expected_r
  const rows = targets.map((target, index) => ({ ...target, name: `T${index + 1}` }))
  return (
    <section aria-label={`${answer.coin} odds`}>
      <h4 className={isCompact ? "visually-hidden" : undefined}>
        Odds <span className="muted">Chance of reaching each target, 24h to 14d</span>
      </h4>
      <DataTable
        caption={`Odds of ${answer.coin} targets`}
        columns={isCompact ? compactColumns : columns}
        rows={rows}
        keyOf={({ name }) => name}
        widthRem={isCompact ? 19 : 23}
        csv={isCompact ? undefined : { name: `target-odds-${answer.coin}`, meta: answer.meta, records: rows }}
      />
      {isCompact ? null : (
        <>
          <p className="note">
            Stop {marketPrice(stop.price)}: touched in {share(stop.p_touch_24h)} of cases within 24h, in{" "}
            {share(stop.p_touch_7d)} within 7d; hit in {share(stop.p_hit_14d)} within 14d.
          </p>
          <p className="note">
            No drift is forecast: longs and shorts have the same odds, and every target returns minus its costs
            {expectedR === undefined ? "" : ` (${expectedR.toFixed(2)} R)`}.
          </p>
          <LazyDetails className="details slim" summary="Where these odds come from">
            <p className="note">
              The break-even rate is the chance before the stop plus 20 bps per round trip. {odds_basis}
            </p>
          </LazyDetails>
        </>
      )}
    </section>
  )
}

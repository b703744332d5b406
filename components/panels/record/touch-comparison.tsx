import { type Column, DataTable } from "@/components/ui/data-table"
import { count, UNKNOWN } from "@/components/ui/format"
import type { Stats } from "@/lib/endpoints/stats/contract"
import { MIN_EFFECTIVE_CALLS } from "@/lib/domain/track-record/evidence"
import { independent, scoreSpan, scoreText } from "./rates"

type Row = { readonly name: string; readonly brier: string; readonly interval: string }

const columns: readonly Column<Row>[] = [
  { name: "By", cell: ({ name }) => name },
  { name: "Brier", numeric: true, cell: ({ brier }) => brier },
  { name: "95%", numeric: true, cell: ({ interval }) => interval },
]

const verdicts = {
  odds: "Our touch odds were better than stating how often each level was touched.",
  shares: "Stating how often each level was touched would have been better than our odds.",
  undecided: "Neither is better for certain: the interval of the difference has 0 in it.",
} as const

/** Sealed touch odds against how often each of their levels was touched. */
export function TouchComparison({ stats: { touch, horizon } }: { readonly stats: Stats }) {
  if (touch === undefined) return null
  const {
    n,
    n_effective,
    without_extremes: unknown,
    levels,
    touched,
    brier,
    brier_ci95,
    brier_of_shares,
    brier_difference_ci95,
  } = touch
  const verdict = verdictOf(brier_difference_ci95)
  return (
    <section aria-label="Touch odds">
      <h4>Touch odds, {horizon}</h4>
      {n === 0 ? (
        <p className="note">No claim yet: no call with sealed touch odds has ended.</p>
      ) : (
        <p className="note">
          {count(n)} calls ({count(independent(n_effective))} independent): {count(touched)} of their {count(levels)}{" "}
          levels were touched.
          {unknown > 0 && ` ${count(unknown)} more are not scored, because an hour of their window is missing.`}
          {brier === null && ` No claim yet: scores are shown from ${MIN_EFFECTIVE_CALLS} independent calls on.`}
        </p>
      )}
      {brier === null || verdict === null ? null : (
        <>
          <p className={verdict === "shares" ? "warning-line" : undefined}>{verdicts[verdict]}</p>
          <DataTable
            caption="Brier scores of touch odds"
            columns={columns}
            rows={[
              { name: "Our odds", brier: scoreText(brier), interval: scoreSpan(brier_ci95) },
              { name: "Share touched of each level", brier: scoreText(brier_of_shares), interval: UNKNOWN },
              {
                name: "Share less ours",
                brier: brier_of_shares === null ? UNKNOWN : scoreText(brier_of_shares - brier),
                interval: scoreSpan(brier_difference_ci95),
              },
            ]}
            keyOf={({ name }) => name}
            widthRem={26}
          />
          <p className="note">
            Levels at 0.5, 1 and 2 standard deviations above and below the price, sealed at 00:00 UTC; lower scores are
            better. The shares are of these same calls and were known only afterwards.
          </p>
        </>
      )}
    </section>
  )
}

function verdictOf(bounds: readonly [number, number] | null): keyof typeof verdicts | null {
  if (bounds === null) return null
  const [low, high] = bounds
  if (low > 0) return "odds"
  return high < 0 ? "shares" : "undecided"
}

import { type Column, DataTable } from "@/components/ui/data-table"
import { share, UNKNOWN } from "@/components/ui/format"
import type { ResponseOf } from "@/lib/api/contract"
import type { signalContract } from "@/lib/api/signal"

type Signal = ResponseOf<typeof signalContract>

type Odds = {
  readonly name: string
  readonly day: number
  readonly week: number
  /** Of a target: reached within 14 days with the stop untouched. `null` for the stop itself. */
  readonly first: number | null
}

const columns: readonly Column<Odds>[] = [
  { name: "Level", cell: ({ name }) => name },
  { name: "24 h", numeric: true, cell: ({ day }) => share(day) },
  { name: "7 d", numeric: true, cell: ({ week }) => share(week) },
  {
    name: "Before stop",
    numeric: true,
    cell: ({ first }) => (first === null ? UNKNOWN : share(first)),
  },
]

/** How often levels at these distances were reached. */
export function SignalOdds({ answer }: { readonly answer: Signal }) {
  const odds = answer.level_odds
  if (!odds) return null
  return (
    <details className="details">
      <summary>
        Odds of the levels <span className="muted">observed at these distances</span>
      </summary>
      <DataTable
        caption={`Odds of ${answer.coin} levels`}
        columns={columns}
        rows={levelOdds(odds)}
        keyOf={({ name }) => name}
        widthRem={14}
      />
      <p className="note">
        Share of cases that touched the level in 24 h and in 7 d, and targets that came before the stop within 14 days.
        The stop was hit in {share(odds.stop_loss.p_14d)} of cases within 14 days.
      </p>
    </details>
  )
}

/** The stop and then the targets, in the order of the levels. */
export function levelOdds({ stop_loss, take_profits }: NonNullable<Signal["level_odds"]>): readonly Odds[] {
  const targets = take_profits.map((target, index) => ({
    name: `Target ${index + 1}`,
    day: target.p_touch_24h,
    week: target.p_touch_7d,
    first: target.p_before_stop_14d,
  }))
  return [{ name: "Stop", day: stop_loss.p_touch_24h, week: stop_loss.p_touch_7d, first: null }, ...targets]
}

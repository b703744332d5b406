import type { NowRow } from "@/components/panels/parts/now-table"
import { type Column, DataTable } from "@/components/ui/data-table"
import { share, UNKNOWN } from "@/components/ui/format"
import { LazyDetails } from "@/components/ui/lazy-details"
import type { ResponseOf } from "@/lib/api/contract"
import type { signalContract } from "@/lib/endpoints/signal/contract"

type Signal = ResponseOf<typeof signalContract>

type Odds = {
  readonly name: string
  readonly p_touch_24h: number
  readonly p_touch_7d: number
  /** For a target: reached within 14 days with the stop untouched. `null` for the stop. */
  readonly p_before_stop_14d: number | null
}

const columns: readonly Column<Odds>[] = [
  { name: "Level", cell: ({ name }) => name },
  { name: "24h", numeric: true, cell: ({ p_touch_24h }) => share(p_touch_24h) },
  { name: "7d", numeric: true, cell: ({ p_touch_7d }) => share(p_touch_7d) },
  {
    name: "Before stop, 14d",
    numeric: true,
    cell: ({ p_before_stop_14d }) => (p_before_stop_14d === null ? UNKNOWN : share(p_before_stop_14d)),
  },
]

/** How often such levels were reached. */
export function SignalOdds({ answer }: { readonly answer: Signal }) {
  const odds = answer.level_odds
  if (!odds) return null
  return (
    <LazyDetails summary="How often such levels were hit">
      <DataTable
        caption={`Odds of ${answer.coin} levels`}
        columns={columns}
        rows={levelOdds(odds)}
        keyOf={({ name }) => name}
        widthRem={16}
        csv={{ name: `level-odds-${answer.coin}`, meta: answer.meta, records: levelOdds(odds) }}
      />
      <p className="note">
        Share of cases that touched the level in 24h and in 7d, and targets that came before the stop within 14 days.
        The stop was hit in {share(odds.stop_loss.p_14d)} of cases within 14 days.
      </p>
    </LazyDetails>
  )
}

/** The same levels at the price of the answer; empty without a plan, or in an older answer. */
export function nowRows({ now }: Pick<Signal, "now">): readonly NowRow[] {
  const targets = (now?.take_profits ?? []).map((target, index) => ({ name: `Target ${index + 1}`, ...target }))
  return now?.stop_loss === undefined ? [] : [{ name: "Stop", ...now.stop_loss }, ...targets]
}

/** The stop and then the targets, in the order of the levels. */
export function levelOdds({ stop_loss, take_profits }: NonNullable<Signal["level_odds"]>): readonly Odds[] {
  const { p_touch_24h, p_touch_7d } = stop_loss
  const targets = take_profits.map((target, index) => ({ name: `Target ${index + 1}`, ...target }))
  return [{ name: "Stop", p_touch_24h, p_touch_7d, p_before_stop_14d: null }, ...targets]
}

import type { RibbonPart } from "@/components/charts/ribbon"
import { words } from "@/components/ui/format"
import type { ResponseOf } from "@/lib/api/contract"
import type { regimeContract } from "@/lib/endpoints/regime/contract"
import { DAY_MS } from "@/lib/domain/utc-day"

type Regime = ResponseOf<typeof regimeContract>

const tones = {
  FEAR_CAPITULATION: "down",
  EUPHORIA: "warn",
  ACCUMULATION: "up",
  DISTRIBUTION: "down",
  MARKUP: "up",
  MARKDOWN: "down",
  RANGE: "flat",
} as const satisfies Record<Regime["regime"], RibbonPart["tone"]>

export function toneOf(regime: Regime["regime"]): RibbonPart["tone"] {
  return tones[regime]
}

/**
 * The regimes of the observed days, oldest first.
 *
 * The answer lists at most ten changes, newest first, so the oldest part may be cut.
 */
export function regimeParts({ regime, changes, changes_looked_at_days, facts }: Regime): readonly RibbonPart[] {
  const endMs = Date.parse(facts.day) + DAY_MS
  const beginMs = endMs - changes_looked_at_days * DAY_MS
  const inside = changes.filter(({ date }) => firstDayMs(date) > beginMs).toReversed()
  const first = inside[0]
  const starts = [
    { from: null, startMs: beginMs, state: first ? first.from : regime },
    ...inside.map(({ date, to }) => ({ from: date, startMs: firstDayMs(date), state: to })),
  ]
  return starts.map(({ from, startMs, state }, index) => ({
    name: words(state),
    tone: tones[state],
    from,
    days: Math.round(((starts[index + 1]?.startMs ?? endMs) - startMs) / DAY_MS),
  }))
}

/** A change has the date of its confirmation, one day after its first day. */
function firstDayMs(date: string): number {
  return Date.parse(date) - DAY_MS
}

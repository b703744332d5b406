import type { RibbonPart } from "@/components/charts/ribbon"
import { words } from "@/components/ui/format"
import type { ResponseOf } from "@/lib/api/contract"
import type { regimeContract } from "@/lib/api/regime"
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
 * The regimes of the days looked at, oldest first.
 *
 * The answer lists changes newest first and at most ten, so the part before the oldest change may be cut by the list.
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

/** A change bears the date on which it was called: when the first day that counts to it had closed. */
function firstDayMs(date: string): number {
  return Date.parse(date) - DAY_MS
}

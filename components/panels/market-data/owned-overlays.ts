import type { PlotCone, PlotLevel } from "@/components/charts/candle-plot"
import { levelsOf } from "@/components/panels/signal/levels"
import { levelOdds } from "@/components/panels/signal/signal-odds"
import type { SharedCall } from "@/lib/client/share/owned-card"
import { share } from "@/components/ui/format"
import { riskContract } from "@/lib/api/risk"
import { signalContract } from "@/lib/api/signal"
import { DAY_MS } from "@/lib/domain/utc-day"

export type Overlays = {
  readonly levels: readonly PlotLevel[]
  readonly cones: readonly PlotCone[]
  readonly madeAtMs: number
  /** The content of a share card. */
  readonly call: Omit<SharedCall, "madeAt">
}

/** Levels with their 7d odds and both 80% ranges of an owned signal. `null` if the answer has another format. */
export function signalOverlays(body: unknown): Overlays | null {
  const parsed = signalContract.response.safeParse(body)
  if (!parsed.success) return null
  const { level_odds, outlook, timestamp } = parsed.data
  const odds = new Map((level_odds ? levelOdds(level_odds) : []).map(({ name, p_touch_7d }) => [name, p_touch_7d]))
  const madeAtMs = Date.parse(timestamp)
  return {
    levels: levelsOf(parsed.data).map((level) => {
      const chance = odds.get(level.name)
      return chance === undefined ? level : { ...level, note: `${share(chance)} in 7d` }
    }),
    cones: [
      { atMs: madeAtMs + DAY_MS, ...outlook.range80_24h },
      { atMs: madeAtMs + 7 * DAY_MS, ...outlook.range80_7d },
    ],
    madeAtMs,
    call: {
      coin: parsed.data.coin,
      direction: parsed.data.signal.direction,
      confidence: parsed.data.signal.confidence,
      range24h: outlook.range80_24h,
      stop: parsed.data.levels?.stop_loss ?? null,
      target: parsed.data.levels?.take_profit_1 ?? null,
    },
  }
}

/** The nearest support and resistance of an owned risk plan. */
export function riskLevels(body: unknown): readonly PlotLevel[] {
  const parsed = riskContract.response.safeParse(body)
  if (!parsed.success) return []
  const { supports, resistances } = parsed.data.barriers
  const nearest = (name: string, tone: "support" | "resistance", [first]: typeof supports) =>
    first ? [{ name, price: first.price, tone, note: `held ${share(first.hold_rate)}` }] : []
  return [...nearest("Support", "support", supports), ...nearest("Resistance", "resistance", resistances)]
}

import type { PlotLevel } from "@/components/charts/candle-plot"
import type { PlotCone } from "@/components/charts/cone-shades"
import { levelsOf } from "@/components/panels/parts/levels"
import { levelOdds, nowRows } from "@/components/panels/signal/signal-odds"
import type { SharedCall } from "@/lib/client/share/owned-card"
import { share } from "@/components/ui/format"
import { riskContract } from "@/lib/endpoints/risk/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { DAY_MS } from "@/lib/domain/utc-day"
import { nestedRanges } from "./cone-ranges"

export type Overlays = {
  readonly levels: readonly PlotLevel[]
  readonly cones: readonly PlotCone[]
  /** Where the ranges begin. */
  readonly start: { readonly atMs: number; readonly price: number }
  readonly madeAtMs: number
  /** The content of a share card. */
  readonly call: SharedCall
}

/**
 * Levels with their 7d odds and the ranges after 24h and 7d of an owned signal, at the price of the answer where it states them. `null` if
 * the answer has another format.
 */
export function signalOverlays(body: unknown): Overlays | null {
  const parsed = signalContract.response.safeParse(body)
  if (!parsed.success) return null
  const { level_odds, outlook, now, decided_at, timestamp } = parsed.data
  const atClose = level_odds ? levelOdds(level_odds) : []
  const notes = new Map(atClose.map(({ name, p_touch_7d }) => [name, `${share(p_touch_7d)} in 7d`]))
  for (const { name, passed, p_touch_7d } of nowRows(parsed.data)) {
    notes.set(name, passed ? "touched" : `${share(p_touch_7d)} in 7d`)
  }
  const madeAtMs = Date.parse(timestamp)
  // The horizons begin with the close.
  const fromMs = now && decided_at !== undefined ? Date.parse(decided_at) : madeAtMs
  const ranges = now ?? outlook
  const cone = (horizon: "24h" | "7d", days: number): PlotCone => {
    const range80 = ranges[`range80_${horizon}`]
    const quantiles = outlook.quantiles?.[horizon]
    return { atMs: fromMs + days * DAY_MS, ...range80, ...(quantiles && nestedRanges(range80, quantiles)) }
  }
  return {
    levels: levelsOf(parsed.data).map((level) => {
      const note = notes.get(level.name)
      return note === undefined ? level : { ...level, note }
    }),
    cones: [cone("24h", 1), cone("7d", 7)],
    start: { atMs: madeAtMs, price: parsed.data.price },
    madeAtMs,
    call: {
      coin: parsed.data.coin,
      direction: parsed.data.signal.direction,
      confidence: parsed.data.signal.confidence,
      range24h: outlook.range80_24h,
      stop: parsed.data.levels?.stop_loss ?? null,
      target: parsed.data.levels?.take_profit_1 ?? null,
      entry: parsed.data.price_of_record ?? parsed.data.price,
      decidedAtMs: decided_at === undefined ? madeAtMs : Date.parse(decided_at),
      recordId: parsed.data.meta.sealed?.id ?? null,
      isSimulated: parsed.data.meta.mode === "sandbox",
    },
  }
}

/** The nearest support and resistance of an owned risk plan, seen from the price of the answer. */
export function riskLevels(body: unknown): readonly PlotLevel[] {
  const parsed = riskContract.response.safeParse(body)
  if (!parsed.success) return []
  const { barriers, now } = parsed.data
  const nearest = (name: string, tone: "support" | "resistance", side: "supports" | "resistances") => {
    const [first] = now?.[side] ?? barriers[side]
    const hold = barriers[side].find(({ price }) => price === first?.price)?.hold_rate
    const note = hold === undefined ? {} : { note: `held ${share(hold)}` }
    return first ? [{ name, price: first.price, tone, ...note }] : []
  }
  return [...nearest("Support", "support", "supports"), ...nearest("Resistance", "resistance", "resistances")]
}

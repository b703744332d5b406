import { median } from "@/lib/domain/statistics/moments"
import type { GeoCategory } from "./geo-class"
import { pastEvents } from "./past-events"

/** Assets with daily prices back to 2018. Gold has no free prices. */
export const HISTORY_ASSETS = ["BTC", "ETH", "OIL"] as const

type HistoryAsset = (typeof HISTORY_ASSETS)[number]

/** Moves of the event days in percent beyond the usual drift. */
export type MovesOfClass = {
  readonly medianPct: number
  readonly lowestPct: number
  readonly highestPct: number
  /** Share of the days with |t| of 2 or more: without any effect, it would be about one in twenty. */
  readonly shareBeyondNoise: number
}

/** Price changes on days of well-known events of one kind. */
export type ClassHistory = {
  readonly events: number
  readonly firstDate: string
  readonly lastDate: string
  readonly moves: Readonly<Record<HistoryAsset, MovesOfClass>>
}

/** From fewer events nothing is concluded. */
const MIN_EVENTS = 5
const NOISE_T = 2

/** `null`: too few events of this kind are on record. */
export function historyOf(category: GeoCategory): ClassHistory | null {
  const events = pastEvents.filter((event) => event.category === category)
  const dates = events.map(({ date }) => date).toSorted()
  const [firstDate] = dates
  const lastDate = dates.at(-1)
  if (events.length < MIN_EVENTS || firstDate === undefined || lastDate === undefined) return null
  const moves = (asset: HistoryAsset): MovesOfClass => {
    const percents = events.map((event) => event[asset][0])
    return {
      medianPct: median(percents) ?? 0,
      lowestPct: Math.min(...percents),
      highestPct: Math.max(...percents),
      shareBeyondNoise: events.filter((event) => Math.abs(event[asset][1]) >= NOISE_T).length / events.length,
    }
  }
  return {
    events: events.length,
    firstDate,
    lastDate,
    moves: { BTC: moves("BTC"), ETH: moves("ETH"), OIL: moves("OIL") },
  }
}

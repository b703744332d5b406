import { DAY_MS } from "@/lib/domain/utc-day"
import { normalAt, streamOf, uniformAt } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { easternTime, isTradingDay, previousTradingDay, startOfDay } from "./us-calendar"

/** New York wall clock. */
const [OPEN_HOUR, CLOSE_HOUR] = [9.5, 16]

/** VIX and S&P 500 in points, 10-year yield in percent, ICE dollar index, gold and WTI oil in dollars. */
export type MacroSeries = "vix" | "spx" | "us10y" | "dxy" | "gold" | "oil"

type Levels = Readonly<Record<MacroSeries, number>>

/** One session; `dayMs` is 00:00 UTC of its date. */
export type MacroDay = {
  readonly dayMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** How fast a series returns to its long-run level per day, and how far it moves in a day; yields move in points. */
const profiles = {
  spx: { pull: 0.004, dailyMove: 0.0078 },
  vix: { pull: 0.035, dailyMove: 0.034 },
  us10y: { pull: 0.004, dailyMove: 0.055 },
  dxy: { pull: 0.008, dailyMove: 0.0036 },
  gold: { pull: 0.003, dailyMove: 0.0085 },
  oil: { pull: 0.006, dailyMove: 0.02 },
} as const satisfies Record<MacroSeries, unknown>

const START: Levels = { spx: 2510, vix: 21, us10y: 2.7, dxy: 96, gold: 1290, oil: 52 }

const histories = new WeakMap<SimulatedMarket, { readonly days: number[]; readonly levels: Levels[] }>()

/** Sessions from `fromMs` on that have opened by `nowMs`; the last one may still be running. */
export function macroDays(
  market: SimulatedMarket,
  series: MacroSeries,
  range: { fromMs: number; nowMs: number },
): MacroDay[] {
  const { days, levels } = historyUntil(market, range.nowMs)
  const sessions: MacroDay[] = []
  for (const [index, dayMs] of days.entries()) {
    const openMs = easternTime(dayMs, OPEN_HOUR)
    if (dayMs < range.fromMs || openMs > range.nowMs) continue
    const before = levels[index - 1]?.[series] ?? START[series]
    const after = levels[index]?.[series] ?? before
    const done = Math.min(1, (range.nowMs - openMs) / (easternTime(dayMs, CLOSE_HOUR) - openMs))
    sessions.push(session({ market, series, dayMs, before, after, done }))
  }
  return sessions
}

/** A session of which the share `done` is over, between the gap at its open and its close. */
function session(of: {
  readonly market: SimulatedMarket
  readonly series: MacroSeries
  readonly dayMs: number
  readonly before: number
  readonly after: number
  readonly done: number
}): MacroDay {
  const stream = streamOf(of.market.seed, `macro/${of.series}/session`)
  const index = Math.floor(of.dayMs / DAY_MS)
  const open = of.before + (of.after - of.before) * 0.7 * uniformAt(stream, 3 * index)
  const close = open + (of.after - open) * of.done
  const reach = Math.abs(of.after - of.before) * 0.5 + of.before * profiles[of.series].dailyMove * 0.25
  const high = Math.max(open, close) + reach * of.done * uniformAt(stream, 3 * index + 1)
  const low = Math.min(open, close) - reach * of.done * uniformAt(stream, 3 * index + 2)
  return { dayMs: of.dayMs, open, high, low, close }
}

/** Closes of every session since genesis, extended up to the day of `nowMs`; a day's close depends on those before. */
function historyUntil(market: SimulatedMarket, nowMs: number) {
  const history = histories.get(market) ?? { days: [], levels: [] }
  histories.set(market, history)
  const nextMs = (history.days.at(-1) ?? startOfDay(market.genesisMs)) + DAY_MS
  for (let dayMs = nextMs; dayMs <= nowMs; dayMs += DAY_MS) {
    if (!isTradingDay(dayMs)) continue
    history.levels.push(nextLevels(market, history.levels.at(-1) ?? START, dayMs))
    history.days.push(dayMs)
  }
  return history
}

/**
 * The levels of the next day: shares follow bitcoin a little, the volatility index follows shares, the dollar moves
 * against both.
 */
function nextLevels(market: SimulatedMarket, before: Levels, dayMs: number): Levels {
  const index = Math.floor(dayMs / DAY_MS)
  const noise = (series: MacroSeries) => normalAt(streamOf(market.seed, `macro/${series}`), index)
  const bitcoin = bitcoinDay(market, dayMs)
  const riskAppetite = 0.4 * bitcoin + 0.9 * noise("spx")
  const years = Math.min(8, (dayMs - Date.UTC(2019, 0, 1)) / (365.25 * DAY_MS))
  const move = (series: MacroSeries, homeLevel: number, shock: number) => {
    const { pull, dailyMove } = profiles[series]
    return before[series] * Math.exp(pull * Math.log(homeLevel / before[series]) + dailyMove * shock)
  }
  const rates = before.us10y + 0.004 * (3.9 - before.us10y) + 0.055 * noise("us10y")
  return {
    spx: move("spx", 2600 * Math.exp(0.127 * years), riskAppetite),
    vix: Math.min(78, Math.max(9.5, move("vix", 17, noise("vix") - 1.15 * riskAppetite))),
    us10y: Math.min(6.2, Math.max(0.6, rates)),
    dxy: move("dxy", 100.5, 0.95 * noise("dxy") - 0.2 * riskAppetite),
    gold: move("gold", 1300 * Math.exp(0.145 * years), noise("gold")),
    oil: move("oil", 71, noise("oil") + 0.2 * riskAppetite),
  }
}

/** Bitcoin's return since the session before, in ordinary days, without the largest moves. */
function bitcoinDay(market: SimulatedMarket, dayMs: number): number {
  const closeUsd = market.priceAt("BTC", easternTime(dayMs, CLOSE_HOUR))
  const beforeUsd = market.priceAt("BTC", easternTime(previousTradingDay(dayMs), CLOSE_HOUR))
  return Math.min(4, Math.max(-4, Math.log(closeUsd / beforeUsd) / 0.025))
}

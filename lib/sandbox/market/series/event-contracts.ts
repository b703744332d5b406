import type { Coin } from "@/lib/domain/market/coin"
import { normalCdf } from "@/lib/domain/statistics/normal"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"
import { smoothAt, streamOf, uniformAt } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { impliedVolatility } from "./implied-volatility"
import { easternOffsetMs, easternTime, startOfDay } from "./us-calendar"

/** One event with the levels that its contracts ask for. Levels follow from the price at its opening. */
export type ContractEvent = {
  readonly kind: "close" | "high" | "low"
  readonly openMs: number
  readonly closeMs: number
  /** The New York day of the end, as 00:00 UTC. */
  readonly dayMs: number
  readonly levels: readonly number[]
}

/** A contract of an event at a time. Prices of Yes in whole cents; `null`: no order on that side. */
export type ContractQuote = {
  readonly bidCents: number | null
  readonly askCents: number | null
  readonly bidContracts: number
  readonly askContracts: number
}

/** Traders pay too much for what is unlikely: the log odds of a price are this share of the true ones. */
const LONGSHOT = 0.92
const CLOSE_HOUR = 17
const [OPEN_BEFORE_CLOSE_MS, SETTLED_DAYS] = [25 * HOUR_MS, 3]
const [CLOSE_LEVELS, MONTH_LEVELS] = [40, 15]

/** Events that are open at a time, and those of the days before it. */
export function eventsAt(
  market: SimulatedMarket,
  coin: Coin,
  kind: ContractEvent["kind"],
  nowMs: number,
): readonly ContractEvent[] {
  const all = kind === "close" ? dailyEvents(nowMs) : [monthlyEvent(nowMs, kind)]
  return all
    .filter(({ openMs }) => openMs <= nowMs && openMs >= market.genesisMs)
    .map((event) => ({ ...event, levels: levelsOf(market.priceAt(coin, event.openMs), kind) }))
}

type Times = Omit<ContractEvent, "levels">

/** Each day at 17:00 in New York, listed from 16:00 of the day before. */
function dailyEvents(nowMs: number): readonly Times[] {
  const today = startOfDay(nowMs + easternOffsetMs(nowMs))
  return Array.from({ length: SETTLED_DAYS + 2 }, (_, index) => {
    const dayMs = today + (index - SETTLED_DAYS) * DAY_MS
    const closeMs = easternTime(dayMs, CLOSE_HOUR)
    return { kind: "close", openMs: closeMs - OPEN_BEFORE_CLOSE_MS, closeMs, dayMs } as const
  })
}

/** A month of New York until its last second. */
function monthlyEvent(nowMs: number, kind: "high" | "low"): Times {
  const local = new Date(nowMs + easternOffsetMs(nowMs))
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()]
  const dayMs = Date.UTC(year, month + 1, 0)
  const closeMs = easternTime(dayMs, 24) - 1_000
  return { kind, openMs: easternTime(Date.UTC(year, month, 1), 0), closeMs, dayMs }
}

/** Ends of days ask for 40 levels around the price, 0.3% apart and one cent below round numbers; months for 15 on one side. */
function levelsOf(priceUsd: number, kind: ContractEvent["kind"]): readonly number[] {
  const step = roundStep(priceUsd * (kind === "close" ? 0.003 : 0.03))
  const middle = Math.round(priceUsd / step)
  const at = (steps: number) => Number(((middle + steps) * step - (kind === "close" ? 0.01 : 0)).toFixed(4))
  if (kind === "close") return Array.from({ length: CLOSE_LEVELS }, (_, index) => at(index - CLOSE_LEVELS / 2))
  return Array.from({ length: MONTH_LEVELS }, (_, index) => at((kind === "high" ? 1 : -1) * (index + 1))).filter(
    (level) => level > 0,
  )
}

/** The largest of 1, 2.5 and 5 times a power of ten that is not above `most`, and at least a cent. */
function roundStep(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return Math.max(0.01, ([5, 2.5, 1].find((times) => times * power <= most) ?? 1) * power)
}

/** Whether Yes is certain: the price has been beyond the level since the opening, or is beyond it at the end. */
export function certainAt(
  market: SimulatedMarket,
  coin: Coin,
  { kind, openMs, closeMs }: ContractEvent,
  nowMs: number,
): (level: number) => boolean {
  const untilMs = Math.min(nowMs, closeMs)
  if (kind === "close") return (level) => nowMs >= closeMs && market.priceAt(coin, closeMs) > level
  const hours = market.candles(coin, "1h", { fromMs: openMs, toMs: untilMs, nowMs: untilMs })
  const [highest, lowest] = [
    Math.max(...hours.map(({ highUsd }) => highUsd)),
    Math.min(...hours.map(({ lowUsd }) => lowUsd)),
  ]
  return (level) => (kind === "high" ? highest > level : lowest < level)
}

/** Quotes around the true probability of the simulated price. Depth changes each minute. */
export function quotesAt(
  market: SimulatedMarket,
  coin: Coin,
  nowMs: number,
): (event: ContractEvent, level: number) => ContractQuote {
  const price = market.priceAt(coin, nowMs)
  const { expected } = impliedVolatility(market, coin, { fromMs: nowMs, nowMs, untilMs: nowMs })
  return ({ kind, closeMs }, level) => {
    const away = Math.log(level / price) / Math.sqrt(expected(nowMs, closeMs))
    const likely = kind === "close" ? normalCdf(-away) : 2 * normalCdf(kind === "high" ? -away : away)
    const stream = streamOf(market.seed, `contracts/${coin}/${kind}/${closeMs}/${level}`)
    const logOdds = Math.log(likely / Math.max(1e-12, 1 - likely)) + 0.03 * smoothAt(stream, nowMs / HOUR_MS)
    const cents = 100 / (1 + Math.exp(-LONGSHOT * logOdds))
    const half = 0.5 + 1.5 * uniformAt(stream, 1)
    const [bid, ask] = [Math.floor(cents - half), Math.ceil(cents + half)]
    const depth = (side: number) =>
      Math.round(10 * (20 + 900 * uniformAt(stream, 2 + side + 2 * Math.floor(nowMs / MINUTE_MS)))) / 10
    return {
      bidCents: bid >= 1 ? bid : null,
      askCents: ask <= 99 ? ask : null,
      bidContracts: bid >= 1 ? depth(0) : 0,
      askContracts: ask <= 99 ? depth(1) : 0,
    }
  }
}

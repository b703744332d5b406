import type { Params, ResponseOf } from "@/lib/api/contract"
import type { CalendarFeed } from "@/lib/domain/calendar/calendar-entry"
import { scheduledMovers } from "@/lib/domain/calendar/upcoming"
import { DataUnavailableError } from "@/lib/domain/errors"
import { isClosed } from "@/lib/domain/market/candle"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { type EventMove, eventMoves } from "@/lib/domain/options/event-moves"
import { impliedRange80 } from "@/lib/domain/options/implied-range"
import type { OptionFeed, OptionMarket } from "@/lib/domain/options/option-market"
import { LEFT_OUT, leftOutRules } from "@/lib/domain/options/option-quote"
import { type ImpliedDay, indexPlace, premiumOf } from "@/lib/domain/options/premium"
import { annualised, type Smile, varianceOf } from "@/lib/domain/options/smile"
import { impliedSigma, type OptionSurface } from "@/lib/domain/options/surface"
import { round, roundOrNull } from "@/lib/domain/round"
import { DAY_MS, HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import { quantilesOf } from "@/lib/domain/volatility/cone"
import { volatilityError, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { sigmaOver } from "@/lib/domain/volatility/horizon-odds"
import { remainingVolatility } from "@/lib/domain/volatility/remaining"
import { sourceAt } from "@/lib/usecases/answer-meta"
import { TERM_HOURS } from "@/lib/usecases/outlook"
import { type MarketDeps, metaOf, priceFields, readMarket } from "@/lib/usecases/read-market"
import { roundPrice } from "@/lib/usecases/rounding"
import type { volatilityContract } from "./contract"

export const VOLATILITY_METHOD_VERSION = "volatility-2026.11-2"

type Answer = ResponseOf<typeof volatilityContract>

type VolatilityPorts = MarketDeps & { readonly options: OptionFeed; readonly calendar: CalendarFeed }

const MAX_FORECAST_HOURS = 720

/** Our forecast from now on. */
type Forecast = { readonly volatility: VolatilityForecast; readonly elapsedMs: number; readonly nowUsd: number }

/** @throws {DataUnavailableError} without a price, a forecast or usable options */
export async function getVolatility(
  { coin }: Params<typeof volatilityContract>,
  deps: VolatilityPorts,
): Promise<Answer> {
  const { nowMs } = deps
  const [reading, market, days, calendar] = await Promise.all([
    readMarket(coin, deps),
    readOptions(coin, deps),
    deps.candles.candles(coin, "1d"),
    deps.calendar.read(),
  ])
  const { volatility, decisionTimeMs } = reading.signal
  if (volatility === null) throw new DataUnavailableError("There is too little hourly history for a forecast.")
  const forecast = { volatility, elapsedMs: Math.max(0, nowMs - decisionTimeMs), nowUsd: reading.price.value }
  const { surface, index } = market.value
  const closedDays = (days?.value ?? []).filter((day) => isClosed(day, "1d", nowMs))
  const events = calendar === null ? [] : eventMoves(surface, scheduledMovers(calendar.value, nowMs))
  const meta = metaOf(reading, deps)
  return {
    coin,
    ...priceFields(reading),
    index: indexField(index),
    terms: TERM_HOURS.map((hours) => termOf(hours, { surface, forecast, nowMs })),
    premium: premiumField(index, closedDays),
    expiries: surface.smiles.map((smile) => expiryOf(smile, { surface, forecast, nowMs })),
    events: events.map(eventOf),
    quality: qualityOf(surface),
    timestamp: isoTime(nowMs),
    meta: {
      ...meta,
      as_of: isoTime(Math.min(Date.parse(meta.as_of), market.asOfMs)),
      method_version: VOLATILITY_METHOD_VERSION,
      sources: [...meta.sources, sourceAt(market, nowMs)],
      degraded: [
        ...meta.degraded,
        ...(calendar === null ? ["No calendar could be read: moves around events are missing."] : []),
        ...(coin !== "SOL" && index.length === 0
          ? ["The index of implied volatility has no value of today or yesterday."]
          : []),
      ],
      disclaimer: "Research, not advice. What options imply has a price of risk in it: it is not a forecast.",
    },
  }
}

/** @throws {DataUnavailableError} without an expiry that can be used */
export async function readOptions(
  coin: Coin,
  { options, nowMs }: Pick<VolatilityPorts, "options" | "nowMs">,
): Promise<Sourced<OptionMarket>> {
  const market = await options.read(coin)
  const smiles = market?.value.surface.smiles.filter(({ expiryMs }) => expiryMs > nowMs) ?? []
  if (market === null || smiles.length === 0) {
    throw new DataUnavailableError(`No options on ${coin} are known that can be used. Nothing was charged.`)
  }
  return { ...market, value: { ...market.value, surface: { ...market.value.surface, smiles } } }
}

function indexField(index: readonly ImpliedDay[]): Answer["index"] {
  const place = indexPlace(index)
  if (place === null || place.percentile === null) return null
  const { now, year, percentile } = place
  const before = (days: number) => year.find(({ atMs }) => atMs === now.atMs - days * DAY_MS)?.close ?? null
  const change = (then: number | null) => roundOrNull(then === null ? null : 100 * (now.close - then), 2)
  const closes = year.map(({ close }) => close)
  return {
    value_annual_pct: percent(now.close),
    change_1d_pp: change(before(1)),
    change_7d_pp: change(before(7)),
    low_1y_annual_pct: percent(Math.min(...closes)),
    high_1y_annual_pct: percent(Math.max(...closes)),
    percentile_1y: round(percentile, 3),
    days: year.length,
  }
}

type At = { readonly surface: OptionSurface; readonly forecast: Forecast; readonly nowMs: number }

function termOf(hours: number, { surface, forecast, nowMs }: At): Answer["terms"][number] {
  const spanMs = hours * HOUR_MS
  const implied = impliedSigma(surface, { fromMs: nowMs, untilMs: nowMs + spanMs })
  const { volatility, elapsedMs, nowUsd } = forecast
  const expected = sigmaOver(volatility, { elapsedMs, hours })
  const range = impliedRange80(nowUsd, implied)
  return {
    hours,
    implied_move_pct: implied === null ? null : percent(implied),
    implied_annual_pct: implied === null ? null : percent(annualised(implied, spanMs)),
    forecast_move_pct: percent(expected),
    forecast_annual_pct: percent(annualised(expected, spanMs)),
    forecast_error_pct: round(100 * volatilityError(volatility, hours), 1),
    premium_pp: implied === null ? null : percent(annualised(implied, spanMs) - annualised(expected, spanMs)),
    variance_ratio: implied === null ? null : round((implied / expected) ** 2, 3),
    implied_range80: range && { low: roundPrice(range.low), high: roundPrice(range.high) },
    forecast_range80: forecastRange(forecast, hours),
  }
}

function forecastRange(
  { volatility, elapsedMs, nowUsd }: Forecast,
  hours: number,
): Answer["terms"][number]["forecast_range80"] {
  const quantiles = quantilesOf(nowUsd, remainingVolatility(volatility, elapsedMs), elapsedMs / HOUR_MS + hours)
  const at = (pct: number) => roundPrice(quantiles.find((quantile) => quantile.pct === pct)?.priceUsd ?? Number.NaN)
  return { low: at(10), high: at(90) }
}

function expiryOf(smile: Smile, { surface, forecast, nowMs }: At): Answer["expiries"][number] {
  const { expiryMs, forwardUsd, atTheMoney, put25, call25, strikes } = smile
  const hours = (expiryMs - nowMs) / HOUR_MS
  const { volatility, elapsedMs } = forecast
  return {
    expiry: isoTime(expiryMs),
    hours: round(hours, 2),
    forward: roundPrice(forwardUsd),
    at_the_money_annual_pct: percent(atTheMoney),
    put25_annual_pct: put25 === null ? null : percent(put25),
    call25_annual_pct: call25 === null ? null : percent(call25),
    skew25_pp: put25 === null || call25 === null ? null : percent(put25 - call25),
    expected_move_pct: percent(Math.sqrt(varianceOf(smile, surface.atMs))),
    forecast_move_pct: hours > MAX_FORECAST_HOURS ? null : percent(sigmaOver(volatility, { elapsedMs, hours })),
    strikes,
  }
}

function eventOf({ name, atMs, fromMs, untilMs, spanSigma, eventSigma }: EventMove): Answer["events"][number] {
  return {
    name,
    at: isoTime(atMs),
    from: isoTime(fromMs),
    until: isoTime(untilMs),
    span_move_pct: percent(spanSigma),
    event_move_pct: eventSigma === null ? null : percent(eventSigma),
  }
}

function premiumField(index: readonly ImpliedDay[], closedDays: Parameters<typeof premiumOf>[1]): Answer["premium"] {
  const premium = premiumOf(index, closedDays)
  if (premium === null) return null
  const { realised, overRealised, percentile, days, since, heldAbove } = premium
  return {
    realised_30d_annual_pct: percent(realised),
    over_realised_pp: percent(overRealised),
    percentile_1y: roundOrNull(percentile, 3),
    days,
    since: since && {
      implied_annual_pct: percent(since.impliedThen),
      realised_annual_pct: percent(since.realisedSince),
    },
    above_realised: {
      share: heldAbove.days === 0 ? null : round(heldAbove.above / heldAbove.days, 3),
      days: heldAbove.days,
    },
  }
}

function qualityOf({ quotes, leftOutExpiries }: OptionSurface): Answer["quality"] {
  return {
    quotes_read: quotes.read,
    quotes_used: quotes.used,
    left_out: LEFT_OUT.flatMap((reason) =>
      quotes.leftOut[reason] === 0 ? [] : [{ reason, rule: leftOutRules[reason], quotes: quotes.leftOut[reason] }],
    ),
    left_out_expiries: leftOutExpiries.map(({ expiryMs, reason }) => ({ expiry: isoTime(expiryMs), reason })),
  }
}

function percent(fraction: number): number {
  return round(100 * fraction, 2)
}

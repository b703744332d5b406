import type { ResponseOf } from "@/lib/api/contract"
import type { regimeContract } from "./contract"
import type { CalendarFeed } from "@/lib/domain/calendar/calendar-entry"
import { msUntil, upcomingEvents } from "@/lib/domain/calendar/upcoming"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { EtfFlowFeed } from "@/lib/domain/flows/etf-flow"
import { recentEtfFlows } from "@/lib/domain/flows/etf-summary"
import { openTimeOf } from "@/lib/domain/market/candle"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { closedColumns, type Columns } from "@/lib/domain/market/columns"
import { conditionsOf } from "@/lib/domain/regime/conditions"
import { regimeParameters } from "@/lib/domain/regime/parameters"
import { REGIME_PERSISTENCE, type RegimeCall, regimeOf } from "@/lib/domain/regime/regime"
import type { FearGreedFeed, FearGreedPoint, RegimeFacts } from "@/lib/domain/regime/regime-facts"
import { regimeRules, trendOf } from "@/lib/domain/regime/regime-rules"
import { round, roundOrNull } from "@/lib/domain/round"
import { candlesAt } from "@/lib/domain/signals/market-view"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { DAY_MS, isoDate, isoTime } from "@/lib/domain/utc-day"
import { annualSigma, forecastVolatility, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { answerMeta, type AnswerContext, present } from "@/lib/usecases/answer-meta"
import type { MarketDeps } from "@/lib/usecases/read-market"
import { roundPrice } from "@/lib/usecases/rounding"

type Answer = ResponseOf<typeof regimeContract>

export type RegimeDeps = AnswerContext & {
  readonly candles: Pick<CandleFeed, "candles">
  readonly fearGreed: FearGreedFeed
  readonly etfFlows: EtfFlowFeed
  readonly calendar: CalendarFeed
} & Pick<MarketDeps, "sealed">

const DISCLAIMER = "Research, not advice. A regime describes the market; it forecast no return."
const MAX_CHANGES = 10

/**
 * The regime of the bitcoin market at the last closed day.
 *
 * @throws {DataUnavailableError} without daily candles of more than a year, or without the fear & greed index: its two
 * most extreme regimes could not be found then.
 */
export async function getRegime(_: unknown, deps: RegimeDeps): Promise<Answer> {
  const { nowMs, mode } = deps
  const [days, hours, sealed, fearGreed, flows, calendar] = await Promise.all([
    deps.candles.candles("BTC", "1d"),
    deps.candles.candles("BTC", "1h"),
    deps.sealed?.("BTC") ?? null,
    deps.fearGreed.read(),
    deps.etfFlows.read("BTC"),
    deps.calendar.read(),
  ])
  const mood = fearGreed?.value.findLast(({ atMs }) => atMs <= nowMs)
  if (!days || !hours || !fearGreed || !mood)
    throw new DataUnavailableError("Prices or the fear & greed index are too old.")
  const columns = closedColumns(days.value, "1d", nowMs)
  const upcoming = calendar && upcomingEvents(calendar.value, nowMs)
  const event = upcoming && upcoming.nextHigh
  const near = event && msUntil(event, nowMs) < DAY_MS ? event.name : null
  const call = regimeOf(columns, fearGreed.value)
  // The forecast of `/signal/BTC` and `/risk/BTC`: at the last 4h close, from the inputs of the sealed call.
  const forecast = forecastAtClose(sealed?.inputs ?? { hours, days, fourHours: null }, nowMs)
  if (call === null || forecast === null) {
    throw new DataUnavailableError("There is too little history for a regime. Nothing was charged.")
  }
  const conditions = conditionsOf(forecast.percentile, near !== null)
  const week = (flows && recentEtfFlows(flows.value, nowMs))?.week.totalUsdM ?? null
  return {
    regime: call.regime,
    volatility: conditions.volatility,
    trend: trendOf(call.regime),
    risk_level: conditions.riskLevel,
    fg: Math.round(mood.index),
    etf_flow_7d_m: week,
    ...historyOf(call),
    rules: regimeRules.map(({ regime, tests }) => {
      const results = tests.map(({ text, holds }) => ({ text, met: holds(call.facts) }))
      return { regime, met: results.every(({ met }) => met), tests: results }
    }),
    facts: factsOf(call.facts, columns),
    persistence: { same_after_7d: REGIME_PERSISTENCE.after7d, same_after_30d: REGIME_PERSISTENCE.after30d },
    expected: {
      volatility_percentile: round(forecast.percentile, 4),
      volatility_7d_annual_pct: round(100 * annualSigma(forecast, 168), 2),
      event_within_24h: near,
    },
    timestamp: isoTime(nowMs),
    meta: answerMeta({
      nowMs,
      mode,
      methodVersion: METHOD_VERSION,
      inputs: [days, hours, fearGreed, ...present([week === null ? null : flows, calendar])],
      degraded: [
        ...(call.facts.fearGreed7d === null ? ["A day of the fear & greed index is missing from the last week."] : []),
        ...(startsLate(fearGreed.value, call, nowMs)
          ? ["Older changes were dated without the fear & greed index."]
          : []),
        ...(week === null ? ["No fund flows of the last week are known."] : []),
        ...(upcoming === null ? ["The economic calendar is not known: the risk level ignores events."] : []),
      ],
      disclaimer: DISCLAIMER,
    }),
  }
}

function forecastAtClose(inputs: Parameters<typeof candlesAt>[0], nowMs: number): VolatilityForecast | null {
  const timeMs = openTimeOf(nowMs, "4h")
  return forecastVolatility({ hours: candlesAt(inputs, "hours", timeMs), days: candlesAt(inputs, "days", timeMs) })
}

function historyOf({
  days,
  isLowerBound,
  lastDay,
  regime,
  changes,
  lookedAtDays,
}: RegimeCall): Pick<
  Answer,
  "days_in_regime" | "days_in_regime_is_minimum" | "regime_since" | "last_day" | "changes" | "changes_looked_at_days"
> {
  const isConfirmed = lastDay.regime === regime
  const [newest] = changes
  return {
    days_in_regime: days,
    days_in_regime_is_minimum: isLowerBound,
    regime_since: newest === undefined ? null : isoDate(newest.atMs),
    last_day: {
      ...lastDay,
      days_to_confirm: isConfirmed ? 0 : Math.max(0, regimeParameters.confirmationDays - lastDay.days),
    },
    changes: changes.slice(0, MAX_CHANGES).map(({ from, to, atMs }) => ({ date: isoDate(atMs), from, to })),
    changes_looked_at_days: lookedAtDays,
  }
}

function factsOf(facts: RegimeFacts, { openTimeMs }: Columns): Answer["facts"] {
  return {
    day: isoDate(openTimeMs.at(-1) ?? 0),
    close: roundPrice(facts.close),
    average_50d: roundPrice(facts.fast),
    average_200d: roundPrice(facts.slow),
    return_30d_pct: round(facts.return30d * 100, 2),
    drawdown_90d_pct: round(facts.drawdown90d * 100, 2),
    drawdown_365d_pct: round(facts.drawdown365d * 100, 2),
    volatility_30d_percentile: round(facts.volatilityPercentile, 4),
    fear_greed_7d: roundOrNull(facts.fearGreed7d, 1),
  }
}

/** True when the index does not reach back to the week before the oldest day looked at. */
function startsLate(fearGreed: readonly FearGreedPoint[], { lookedAtDays }: RegimeCall, nowMs: number): boolean {
  const first = Math.min(...fearGreed.map(({ atMs }) => atMs))
  return first > nowMs - (lookedAtDays + 7) * DAY_MS
}

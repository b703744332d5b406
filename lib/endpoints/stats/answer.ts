import type { Params, ResponseOf } from "@/lib/api/contract"
import type { statsContract } from "./contract"
import {
  modelPosition,
  type ModelPosition,
  type PaperAccount,
  TRIALS_DECLARED,
} from "@/lib/domain/arena/model-position"
import { dayViews, replayableFrom } from "@/lib/domain/arena/replay"
import { COINS } from "@/lib/domain/market/coin"
import type { BaselineResult } from "@/lib/domain/track-record/baselines"
import { type Cell, computeStats, type TrackRecord } from "@/lib/domain/track-record/compute-stats"
import type { OddsComparison } from "@/lib/domain/track-record/compare-odds"
import type { VolatilityScore } from "@/lib/domain/track-record/compare-volatility"
import { DATA_PERIODS } from "@/lib/domain/track-record/data-periods"
import { type Goal, measuredGoals } from "@/lib/domain/track-record/measured-goals"
import { publishedBacktest } from "@/lib/domain/track-record/published-backtest"
import { RANGE_LEVEL } from "@/lib/domain/track-record/range-coverage"
import { isRevealed, type SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { type Selection, selectCalls } from "@/lib/domain/track-record/select-calls"
import { COST_PER_SIDE_RATIO } from "@/lib/domain/track-record/outcome"
import { DAY_MS, isoTime } from "@/lib/domain/utc-day"
import {
  integrityOf,
  metaOf,
  pair,
  provenOf,
  readDaily,
  type RecordPorts,
  rounded,
  touchFigures,
  thinned,
} from "@/lib/usecases/record-answer"
import { readShown } from "@/lib/usecases/sealed-rights"

type Stats = ResponseOf<typeof statsContract>

const windowMs = { "30d": 30 * DAY_MS, "90d": 90 * DAY_MS, "365d": 365 * DAY_MS, all: null } as const

const CURVE_POINTS = 120

/** The track record as it stands: settled calls only, so that no open call shows. */
export async function getStats(params: Params<typeof statsContract>, ports: RecordPorts): Promise<Stats> {
  const { coin, horizon, window, kind } = params
  const [{ chain, records, outcomes }, questions, history, proof] = await Promise.all([
    readShown(ports),
    ports.outcomes.listQuestions(),
    readDaily(ports),
    ports.proof(),
  ])
  const selection: Selection = {
    nowMs: ports.nowMs,
    kind,
    horizon,
    coin,
    windowMs: windowMs[window],
    methodVersion: params.method_version ?? null,
  }
  const red = (facts: SealedFacts, side: "compared" | "markets") => {
    const other = side === "compared" ? facts.compared?.options : facts.markets
    return [facts, ...(other ? [other] : [])].filter((from) => !ports.maySell(from, "class"))
  }
  const record = computeStats(records, outcomes, {
    ...selection,
    daily: history.daily,
    results: questions.filter((result) => ports.maySell(result, "value")),
    mayCompare: (facts, side) => red(facts, side).length === 0,
  })
  const { emitted } = selectCalls(records, [], selection)
  const { proven } = provenOf(records, proof, { horizon, nowMs: ports.nowMs })
  const revealed = emitted.filter((facts) => isRevealed(facts, ports.nowMs))
  const withheldOf = (side: "compared" | "markets") =>
    sourcesOf(emitted.filter(({ [side]: sealed }) => sealed).flatMap((facts) => red(facts, side)))
  const views = dayViews(history.daily)
  const fromMs = replayableFrom(revealed, views)
  const replayed = revealed.filter(({ decisionTimeMs }) => decisionTimeMs >= fromMs)
  const model = modelPosition(replayed, { views, coins: coin === "all" ? COINS : [coin] })
  return {
    win_rate: rounded(record.headline.winRate),
    expectancy: rounded(record.headline.expectancy),
    alpha: rounded(record.significance.alpha),
    status: record.headline.status,
    kind,
    coin,
    horizon,
    window,
    definitions,
    costs: { round_trip_bps: 2 * COST_PER_SIDE_RATIO * 10_000, funding_included: false, slippage_bps: 0 },
    sample: { ...toSample(record), proven_in_time: emitted.filter(({ id }) => proven.has(id)).length },
    significance: toSignificance(record, model),
    baselines: record.baselines.map(toBaseline),
    calibration: toCalibration(record),
    ranges: toRanges(record),
    touch: touchFigures(record.touch),
    compared: { ...toCompared(record), withheld: withheldOf("compared") },
    markets: {
      close: toOdds(record.markets.close),
      touch: toOdds(record.markets.touch),
      withheld: withheldOf("markets"),
    },
    breakdown: {
      by_coin: record.byCoin.map(toCell),
      by_direction: record.byDirection.map(toCell),
      by_side: record.bySide.map(toCell),
      by_horizon: record.byHorizon.map(toCell),
      by_confidence: record.byConfidence.map(toCell),
      by_method_version: record.byMethodVersion.map(toCell),
    },
    paper_equity: toPaperEquity(model),
    integrity: integrityOf(chain, proof, ports),
    backtest: toBacktest(),
    meta: metaOf(ports, { records, ...history }),
  }
}

const definitions: Stats["definitions"] = {
  win: "sign of the return over the horizon equals the side of the call; a return of zero is a loss",
  expectancy: "mean of side · return per directional call, less costs of both sides, as a fraction",
  alpha:
    "expectancy less what blind calls on the same sides would have earned: the coin's mean return over all settled windows, " +
    "called or not, which pays no costs",
  directional: "STRONG_LONG, LONG, SHORT, STRONG_SHORT; LEAN_* and NEUTRAL are reported apart",
}

function toSample({ sample, headline, significance }: TrackRecord): Omit<Stats["sample"], "proven_in_time"> {
  const { firstCallMs, lastSettledMs, coverage, ...counts } = sample
  return {
    ...counts,
    coverage: rounded(coverage),
    n_effective: rounded(headline.nEffective),
    n_effective_method: "n · spacing / max(spacing, horizon) · min(1, 1.2 / coins)",
    n_effective_bootstrap: rounded(significance.nEffectiveBootstrap),
    first_call_at: firstCallMs === null ? null : isoTime(firstCallMs),
    last_settled_at: lastSettledMs === null ? null : isoTime(lastSettledMs),
  }
}

function toSignificance({ headline, significance }: TrackRecord, model: ModelPosition): Stats["significance"] {
  const { meanBlock, reps, seed } = significance.bootstrap
  return {
    win_rate_ci95: pair(significance.winRateInterval),
    ci_method: `Wilson on ${significance.intervalBasis}`,
    expectancy_ci95: pair(significance.expectancyInterval),
    alpha_ci95: pair(significance.alphaInterval),
    bootstrap: { kind: "stationary, by decision time", mean_block: meanBlock, reps, seed },
    base_rate_up: rounded(significance.baseRateUp),
    base_rate_same_sides: rounded(headline.baseRate),
    p_value_vs_base: rounded(significance.pValueVsBase),
    sharpe_annual: rounded(model.sharpeAnnual),
    sharpe_annual_ci95: pair(model.sharpeInterval),
    psr_vs_0: rounded(model.psrVsZero),
    dsr: rounded(model.deflatedSharpe),
    n_trials_declared: TRIALS_DECLARED,
    alpha_annual: rounded(model.alphaAnnual?.value ?? null),
    alpha_annual_ci95: pair(model.alphaAnnual?.interval ?? null),
    min_track_record_days_for_sr1: rounded(model.minDaysForSharpeOne),
  }
}

function toBaseline(result: BaselineResult): Stats["baselines"][number] {
  return {
    id: result.id,
    n: result.n,
    n_effective: rounded(result.nEffective),
    status: result.status,
    win_rate: rounded(result.winRate),
    win_rate_ci95: pair(result.winRateInterval),
    expectancy: rounded(result.expectancy),
    expectancy_ci95: pair(result.expectancyInterval),
  }
}

function toCalibration({ calibration }: TrackRecord): Stats["calibration"] {
  if (calibration === null) return null
  return {
    target: "P(up over 24h)",
    n: calibration.n,
    n_effective: rounded(calibration.nEffective),
    status: calibration.status,
    brier: rounded(calibration.brier),
    brier_base: rounded(calibration.brierBase),
    brier_skill: rounded(calibration.brierSkill),
    log_loss: rounded(calibration.logLoss),
    ece: rounded(calibration.calibrationError),
    bins: calibration.bins.map(({ from, to, n, nEffective, meanProbability, observedRate, interval }) => ({
      confidence_from: from,
      confidence_to: to,
      n,
      n_effective: rounded(nEffective),
      stated: rounded(meanProbability),
      hit_rate: rounded(observedRate),
      ci95: pair(interval),
    })),
  }
}

function toRanges({ ranges }: TrackRecord): Stats["ranges"] {
  const { n, nEffective, status, coverage, coverageInterval, worst60d, medianHalfWidthRatio, intervalScore } = ranges
  return {
    level: RANGE_LEVEL,
    n,
    n_effective: rounded(nEffective),
    status,
    coverage: rounded(coverage),
    ci95: pair(coverageInterval),
    worst_60d: rounded(worst60d),
    median_half_width_pct: medianHalfWidthRatio === null ? null : rounded(100 * medianHalfWidthRatio),
    interval_score: rounded(intervalScore),
  }
}

function sourcesOf(from: readonly { readonly source: string }[]): string[] {
  return [...new Set(from.map(({ source }) => source))]
}

function toCompared({ compared }: TrackRecord): Omit<NonNullable<Stats["compared"]>, "withheld"> {
  return {
    n: compared.n,
    n_effective: rounded(compared.nEffective),
    status: compared.status,
    forecast: toScore(compared.forecast),
    options: toScore(compared.options),
    interval_score_difference: rounded(compared.intervalScoreDifference),
    interval_score_difference_ci95: pair(compared.intervalScoreDifferenceInterval),
    qlike_difference: rounded(compared.qlikeDifference),
    qlike_difference_ci95: pair(compared.qlikeDifferenceInterval),
    better: compared.better,
  }
}

function toOdds(odds: OddsComparison): NonNullable<Stats["markets"]>["close"] {
  const { n, calls, nEffective, status, forecast, market, difference, differenceInterval, better } = odds
  return {
    n,
    calls,
    n_effective: rounded(nEffective),
    status,
    forecast: { brier: rounded(forecast.brier), ci95: pair(forecast.brierInterval) },
    market: { brier: rounded(market.brier), ci95: pair(market.brierInterval) },
    difference: rounded(difference),
    difference_ci95: pair(differenceInterval),
    better,
  }
}

function toScore({ coverage, coverageInterval, intervalScore, qlike }: VolatilityScore) {
  return {
    coverage: rounded(coverage),
    ci95: pair(coverageInterval),
    interval_score: rounded(intervalScore),
    qlike: rounded(qlike),
  }
}

function toCell(cell: Cell) {
  const { key, n, nEffective, status, winRate, winRateInterval, expectancy, expectancyInterval, baseRate } = cell
  return {
    key,
    n,
    n_effective: rounded(nEffective),
    status,
    win_rate: rounded(winRate),
    win_rate_ci95: pair(winRateInterval),
    expectancy: rounded(expectancy),
    expectancy_ci95: pair(expectancyInterval),
    base_rate: rounded(baseRate),
  }
}

function toPaperEquity(model: ModelPosition): Stats["paper_equity"] {
  return {
    rule: "long or flat, weight by score up to 1, volatility target 40%, equal capital per coin, 10 bps per side",
    days: model.days,
    ...toAccount(model),
    exposure: rounded(model.exposure),
    turnover_per_year: rounded(model.turnoverPerYear),
    buy_and_hold: toAccount(model.hold),
    curve: thinned(model.curve, CURVE_POINTS).map(({ timeMs, equity, benchmark }) => ({
      t: isoTime(timeMs),
      equity: rounded(equity),
      benchmark: rounded(benchmark),
    })),
  }
}

function toAccount({ totalReturn, maxDrawdown, volatilityAnnual, sharpeAnnual }: PaperAccount) {
  return {
    total_return: rounded(totalReturn),
    max_drawdown: rounded(maxDrawdown),
    volatility_annual: rounded(volatilityAnnual),
    sharpe: rounded(sharpeAnnual),
  }
}

function toMeasured({ goal, threshold, unit, measured, peer }: Goal): NonNullable<Stats["backtest"]["measured"]> {
  return DATA_PERIODS.flatMap((data) => {
    const found = measured[data]
    if (found === null) return []
    const { value, interval, n, noise } = found
    return [
      {
        what: goal,
        data,
        unit: unit === "percent" ? ("fraction" as const) : ("number" as const),
        n,
        value,
        ci95: pair(interval),
        noise95: noise?.high ?? null,
        goal: threshold,
        peer: peer && peer.name,
      },
    ]
  })
}

function toBacktest(): Stats["backtest"] {
  const { period, costs, note, rows } = publishedBacktest
  return {
    label: "HYPOTHETICAL",
    period,
    costs,
    note,
    measured: measuredGoals.goals.flatMap(toMeasured),
    rows: rows.map(({ what, method, hold, holdSameTarget, bestSimpleRule }) => ({
      what,
      sharpe: method.sharpe,
      sharpe_hold: hold.sharpe,
      max_drawdown: method.maxDrawdown,
      max_drawdown_hold: hold.maxDrawdown,
      hold_same_target: { sharpe: holdSameTarget.sharpe, max_drawdown: holdSameTarget.maxDrawdown },
      best_simple_rule: {
        id: bestSimpleRule.id,
        sharpe: bestSimpleRule.sharpe,
        max_drawdown: bestSimpleRule.maxDrawdown,
      },
    })),
  }
}

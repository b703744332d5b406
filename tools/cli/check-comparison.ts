import { compareOdds, type OddsComparison } from "@/lib/domain/track-record/compare-odds"
import { compareVolatility, type VolatilityComparison } from "@/lib/domain/track-record/compare-volatility"
import { HORIZONS, type Horizon, isVoid, withOutcome } from "@/lib/domain/track-record/outcome"
import { isLive } from "@/lib/domain/track-record/sealed-signal"
import type { ExportedRecord } from "./fetch-record"
import { measuredOf } from "./measured-of"
import type { ReplayReport } from "./replay-record"

const ON_WORD =
  "Quotes of options are not archived, so who won against options rests on the operator's word for the quotes."

/** How our ranges and those of options held, of live calls that were made again and whose prices are those of candles. */
export function describeComparison(
  records: readonly ExportedRecord[],
  { sameCalls, rightPrices }: Pick<ReplayReport, "sameCalls" | "rightPrices">,
): readonly string[] {
  const lines = HORIZONS.flatMap((horizon) => {
    const calls = records.flatMap(({ id, outcomes }) => {
      const call = sameCalls.get(id)
      if (call?.compared === undefined) return []
      return outcomes.flatMap((outcome) => {
        const measured = measuredOf(id, outcome)
        const counts = outcome.horizon === horizon && rightPrices.has(`${id} ${horizon}`) && isLive(call)
        return counts && !call.degraded && !isVoid(call, measured) ? [withOutcome(call, measured)] : []
      })
    })
    return calls.length === 0 ? [] : [comparisonText(compareVolatility(calls, horizon), horizon)]
  })
  return lines.length === 0 ? [] : [...lines, ON_WORD]
}

const QUOTES_ON_WORD =
  "Quotes of prediction markets are not archived, so who won against them rests on the operator's word for the quotes."

/** How our odds and the prices of a prediction market did, of live calls that were made again, by the candles of their inputs. */
export function describeMarkets({
  sameCalls,
  questionOutcomes,
}: Pick<ReplayReport, "sameCalls" | "questionOutcomes">): readonly string[] {
  const calls = [...sameCalls.values()].filter((call) => isLive(call) && !call.degraded)
  const lines = (["close", "touch"] as const).flatMap((kind) => {
    const odds = compareOdds(calls, questionOutcomes, kind)
    return odds.n === 0 ? [] : [`Questions of prediction markets (${kind}): ${oddsText(odds)}`]
  })
  return lines.length === 0 ? [] : [...lines, QUOTES_ON_WORD]
}

function oddsText({ n, calls, forecast, market, differenceInterval, better }: OddsComparison): string {
  if (forecast.brier === null || market.brier === null || differenceInterval === null)
    return `${n} of ${calls} calls have a result, too few for a score.`
  const { low, high } = differenceInterval
  return (
    `${n} of ${calls} calls, Brier score of ours ${forecast.brier.toFixed(4)}, of the market ${market.brier.toFixed(4)}; ` +
    `market less ours [${low.toFixed(4)}, ${high.toFixed(4)}]: ${ODDS_VERDICTS[better ?? "undecided"]}.`
  )
}

const ODDS_VERDICTS = {
  forecast: "our odds were better",
  market: "the market was better",
  undecided: "neither is better for certain",
} as const

function comparisonText(comparison: VolatilityComparison, horizon: Horizon): string {
  const { n, forecast, options, better } = comparison
  if (forecast.coverage === null || options.coverage === null)
    return `${horizon}, ranges beside those of options: ${n} calls, too few for a rate.`

  const verdict = {
    forecast: "our forecast was better",
    options: "options were better",
    undecided: "neither is better for certain",
  }[better ?? "undecided"]
  const interval = comparison.qlikeDifferenceInterval
  return (
    `${horizon}, 80% ranges: ours held in ${held(forecast.coverage)}, those of options in ${held(options.coverage)} of ${n} calls; ` +
    `QLIKE of options less ours ${comparison.qlikeDifference?.toFixed(3)}` +
    `${interval === null ? "" : ` [${interval.low.toFixed(3)}, ${interval.high.toFixed(3)}]`}: ${verdict}.`
  )
}

function held(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

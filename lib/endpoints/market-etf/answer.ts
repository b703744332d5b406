import type { ResponseOf } from "@/lib/api/contract"
import type { marketEtfContract } from "./contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { EtfFlowFeed } from "@/lib/domain/flows/etf-flow"
import { ETF_METHOD_VERSION, type EtfGap, type EtfSummary, recentEtfFlows } from "@/lib/domain/flows/etf-summary"
import { fundKind } from "@/lib/domain/flows/fund-kind"
import type { Coin } from "@/lib/domain/market/coin"
import { DAY_MS, isoDate, isoTime } from "@/lib/domain/utc-day"
import { answerMeta, type AnswerContext, type QueryOf } from "@/lib/usecases/answer-meta"

type Answer = ResponseOf<typeof marketEtfContract>

const DISCLAIMER = "Research, not advice. Fund flows describe issuers, not who buys, and do not predict prices."

const USUAL_DAY_MS = 4 * DAY_MS

/**
 * Spot fund flows of the newest complete day.
 *
 * @throws {DataUnavailableError} without a complete day of the last week.
 */
export async function getMarketEtf(
  { asset }: QueryOf<typeof marketEtfContract>,
  { etfFlows, nowMs, mode }: AnswerContext & { readonly etfFlows: EtfFlowFeed },
): Promise<Answer> {
  const { table, summary } = await readFlows(asset, { etfFlows, nowMs })
  return {
    asset,
    ...toFlows(summary),
    timestamp: isoTime(nowMs),
    meta: answerMeta({
      nowMs,
      mode,
      methodVersion: ETF_METHOD_VERSION,
      inputs: [{ source: table.source, asOfMs: summary.dayMs }],
      degraded: degradedOf(summary, nowMs),
      disclaimer: DISCLAIMER,
    }),
  }
}

/** @throws {DataUnavailableError} without a complete day of the last week. */
export async function readFlows(
  asset: Coin,
  { etfFlows, nowMs }: { readonly etfFlows: EtfFlowFeed; readonly nowMs: number },
) {
  const table = await etfFlows.read(asset)
  const summary = table && recentEtfFlows(table.value, nowMs)
  if (!summary) throw new DataUnavailableError(`No complete day of ${asset} fund flows is known from the last week.`)
  return { table, summary }
}

function toFlows(summary: EtfSummary): Omit<Answer, "asset" | "timestamp" | "meta"> {
  const { week, pending, topOutflow } = summary
  const day = {
    date: isoDate(summary.dayMs),
    total_flow_m: summary.totalUsdM,
    institutional_flow_m: summary.institutionalUsdM,
  }
  return {
    ...day,
    top_outflow: topOutflow.ticker,
    top_outflow_m: topOutflow.usdM,
    by_etf: { ...summary.usdMByFund },
    flow_7d_m: week.totalUsdM,
    daily: {
      ...day,
      percentile_1y: summary.percentile,
      sessions_compared: summary.sessionsCompared,
      streak_sessions: summary.streakSessions,
    },
    weekly: {
      from: isoDate(week.fromMs),
      to: isoDate(week.toMs),
      sessions: week.sessions,
      total_flow_m: week.totalUsdM,
      institutional_flow_m: week.institutionalUsdM,
      previous_total_flow_m: summary.previousWeekUsdM,
    },
    by_fund: Object.fromEntries(
      Object.entries(summary.usdMByFund).map(([ticker, flow_m]) => [ticker, { flow_m, kind: fundKind(ticker) }]),
    ),
    pending: pending && {
      date: isoDate(pending.dayMs),
      reported: [...pending.reported],
      missing: [...pending.missing],
    },
  }
}

function degradedOf({ dayMs, unclassified, week, gaps }: EtfSummary, nowMs: number): readonly string[] {
  return [
    ...(nowMs - dayMs > USUAL_DAY_MS ? [`The newest complete day is ${isoDate(dayMs)}.`] : []),
    ...unclassified.map((ticker) => `${ticker} is not classified yet and not counted as institutional.`),
    ...(week.institutionalUsdM === null ? ["A day of the week has no split by fund."] : []),
    ...gaps.map(gapText),
  ]
}

function gapText({ dayMs, missing, isCounted }: EtfGap): string {
  const [day, funds, have] = [isoDate(dayMs), missing.join(", "), missing.length === 1 ? "has" : "have"]
  return isCounted
    ? `${day} is counted without ${funds}, which ${have} not reported it.`
    : `${day} is in no sum: ${funds} ${have} not reported it, and the others are not its total.`
}

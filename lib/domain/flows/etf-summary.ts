import { inputLimits } from "@/lib/domain/freshness"
import { round, roundOrNull } from "@/lib/domain/round"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { EtfFlowDay, EtfFlowTable } from "./etf-flow"
import { fundKind } from "./fund-kind"
import { missingFunds } from "./missing-funds"

export const ETF_METHOD_VERSION = "etf-2026.11-2"

/** Flows of a day are reported after the US close, 20:00 UTC at the earliest: before, no row can be complete. */
const FINAL_NOT_BEFORE_MS = 20 * HOUR_MS
/** From the first day of a week to its last. */
const WEEK_BEFORE_MS = 6 * DAY_MS
const YEAR_SESSIONS = 250
const MIN_SESSIONS_TO_RANK = 60

/** Flows in US$ millions; days as 00:00 UTC. */
export type EtfSummary = {
  readonly dayMs: number
  readonly totalUsdM: number
  readonly institutionalUsdM: number
  readonly usdMByFund: Readonly<Record<string, number>>
  readonly unclassified: readonly string[]
  readonly topOutflow: { readonly ticker: string; readonly usdM: number }
  /** Share of the preceding sessions, up to a year, with a smaller total; `null` below 60 of them. */
  readonly percentile: number | null
  readonly sessionsCompared: number
  /** Consecutive sessions of the same sign up to this one; negative for outflows, 0 after a flat day. */
  readonly streakSessions: number
  readonly week: EtfWeek
  /** The week before, `null` where the table does not reach back that far. */
  readonly previousWeekUsdM: number | null
  readonly pending: EtfPendingDay | null
  /** Days of the week up to this one on which an expected fund has not reported. */
  readonly gaps: readonly EtfGap[]
}

export type EtfWeek = {
  readonly fromMs: number
  readonly toMs: number
  readonly sessions: number
  readonly totalUsdM: number
  /** `null` when a session of the week has no split by fund. */
  readonly institutionalUsdM: number | null
}

/** A newer day that is still being reported: names only, because a part of a day is not its flow. */
export type EtfPendingDay = {
  readonly dayMs: number
  readonly reported: readonly string[]
  readonly missing: readonly string[]
}

export type EtfGap = {
  readonly dayMs: number
  readonly missing: readonly string[]
  /** Whether sums count the day without them. */
  readonly isCounted: boolean
}

/** The newest complete day while it is not too old to be said, or `null`. */
export function recentEtfFlows(table: EtfFlowTable, nowMs: number): EtfSummary | null {
  const summary = summariseEtfFlows(table, nowMs)
  return summary === null || nowMs - summary.dayMs > inputLimits.etfFlows.maxAgeMs ? null : summary
}

/** The newest complete day in context, or `null` when no complete day with a split by fund is known. */
export function summariseEtfFlows(table: EtfFlowTable, nowMs: number): EtfSummary | null {
  const days = table.filter(({ atMs }) => atMs <= nowMs).toSorted((a, b) => a.atMs - b.atMs)
  const final = completeEtfDays(table, nowMs)
  const shown = final.findLastIndex((day) => reportedFunds(day).length > 0)
  const day = final[shown]
  if (day === undefined) return null
  const history = final.slice(0, shown + 1)
  const flows = reportedFunds(day)
  const before = history.slice(-1 - YEAR_SESSIONS, -1)
  return {
    dayMs: day.atMs,
    totalUsdM: round(day.totalUsdM, 6),
    institutionalUsdM: institutionalOf(day),
    usdMByFund: Object.fromEntries(flows),
    unclassified: flows.map(([ticker]) => ticker).filter((ticker) => fundKind(ticker) === "unclassified"),
    topOutflow: smallest(flows),
    percentile: rankOf(day.totalUsdM, before),
    sessionsCompared: before.length,
    streakSessions: streakOf(history),
    week: weekOf(history, day.atMs),
    previousWeekUsdM: previousWeekOf(history, day.atMs),
    pending: pendingAfter(days, day.atMs),
    gaps: gapsOf(days, day.atMs, nowMs),
  }
}

/** The complete days, oldest first. */
export function completeEtfDays(table: EtfFlowTable, nowMs: number): readonly EtfFlowDay[] {
  return table.filter((day) => day.atMs <= nowMs && isComplete(day, nowMs)).toSorted((a, b) => a.atMs - b.atMs)
}

function isComplete(day: EtfFlowDay, nowMs: number): boolean {
  return day.isFinal && nowMs >= day.atMs + FINAL_NOT_BEFORE_MS
}

function reportedFunds(day: EtfFlowDay): readonly (readonly [string, number])[] {
  return Object.entries(day.usdMByFund)
    .flatMap(([ticker, usdM]) => (usdM === null ? [] : [[ticker, round(usdM, 6)] as const]))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function institutionalOf(day: EtfFlowDay): number {
  const flows = reportedFunds(day).filter(([ticker]) => fundKind(ticker) === "asset_manager")
  return round(
    flows.reduce((total, [, usdM]) => total + usdM, 0),
    6,
  )
}

/** The most negative fund; when none lost money, the one that gained least. */
function smallest(flows: readonly (readonly [string, number])[]): EtfSummary["topOutflow"] {
  const [ticker, usdM] = flows.reduce((least, flow) => (flow[1] < least[1] ? flow : least), flows[0] ?? ["", 0])
  return { ticker, usdM }
}

function rankOf(totalUsdM: number, before: readonly EtfFlowDay[]): number | null {
  if (before.length < MIN_SESSIONS_TO_RANK) return null
  return round((100 * before.filter((day) => day.totalUsdM < totalUsdM).length) / before.length, 1)
}

function streakOf(history: readonly EtfFlowDay[]): number {
  const sign = Math.sign(history.at(-1)?.totalUsdM ?? 0)
  const last = history.findLastIndex((day) => Math.sign(day.totalUsdM) !== sign)
  return sign === 0 ? 0 : sign * (history.length - 1 - last)
}

function weekOf(history: readonly EtfFlowDay[], toMs: number): EtfWeek {
  const fromMs = toMs - WEEK_BEFORE_MS
  const days = history.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
  const isSplit = days.every((day) => reportedFunds(day).length > 0)
  const institutional = isSplit ? days.reduce((total, day) => total + institutionalOf(day), 0) : null
  return {
    fromMs,
    toMs,
    sessions: days.length,
    totalUsdM: totalOf(days),
    institutionalUsdM: roundOrNull(institutional, 6),
  }
}

function previousWeekOf(history: readonly EtfFlowDay[], toMs: number): number | null {
  const endMs = toMs - 7 * DAY_MS
  const isKnown = history.some(({ atMs }) => atMs <= endMs - 6 * DAY_MS)
  return isKnown ? totalOf(history.filter(({ atMs }) => atMs > endMs - 7 * DAY_MS && atMs <= endMs)) : null
}

function totalOf(days: readonly EtfFlowDay[]): number {
  return round(
    days.reduce((total, day) => total + day.totalUsdM, 0),
    6,
  )
}

function pendingAfter(days: readonly EtfFlowDay[], shownMs: number): EtfPendingDay | null {
  const newest = days.at(-1)
  if (newest === undefined || newest.atMs <= shownMs) return null
  const funds = Object.entries(newest.usdMByFund).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    dayMs: newest.atMs,
    reported: funds.filter(([, usdM]) => usdM !== null).map(([ticker]) => ticker),
    missing: funds.filter(([, usdM]) => usdM === null).map(([ticker]) => ticker),
  }
}

function gapsOf(days: readonly EtfFlowDay[], toMs: number, nowMs: number): readonly EtfGap[] {
  return days.flatMap((day, index) => {
    if (day.atMs < toMs - WEEK_BEFORE_MS || day.atMs > toMs) return []
    const missing = missingFunds(day, days.slice(0, index))
    return missing.length === 0 ? [] : [{ dayMs: day.atMs, missing, isCounted: isComplete(day, nowMs) }]
  })
}

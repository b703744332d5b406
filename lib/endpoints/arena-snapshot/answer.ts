import type { arenaContract } from "./contract"
import type { Params, ResponseOf } from "@/lib/api/contract"
import { ARENA_RULES_VERSION, flipReturns, runArena, type Standing } from "@/lib/domain/arena/arena"
import { dayViews, replayableFrom } from "@/lib/domain/arena/replay"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import {
  isLive,
  isRevealed,
  REVEAL_AFTER_MS,
  type SealedFacts,
  type SealedSignal,
} from "@/lib/domain/track-record/sealed-signal"
import { type Selection, selectCalls } from "@/lib/domain/track-record/select-calls"
import { type Horizon, horizonMs, withOutcome, type MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import { isoTime } from "@/lib/domain/utc-day"
import { integrityOf, metaOf, pair, readDaily, type RecordPorts, rounded, thinned } from "@/lib/usecases/record-answer"
import { readShown, redSourcesOfDocument } from "@/lib/usecases/sealed-rights"

/** The answer without resource versions, which the route adds. */
type Snapshot = Omit<ResponseOf<typeof arenaContract>, "versions">

const CURVE_POINTS = 60

/** The arena from revealed records, the open calls as commitments, and the newest settled rows, fit to be verified. */
export async function getArena(params: Params<typeof arenaContract>, ports: RecordPorts): Promise<Snapshot> {
  const { coin, horizon, kind, limit } = params
  const { nowMs } = ports
  const [{ chain, records, outcomes }, history] = await Promise.all([readShown(ports), readDaily(ports)])
  const selection: Selection = { nowMs, kind, horizon, coin, windowMs: null, methodVersion: null }
  const { emitted, measured } = selectCalls(records, outcomes, selection)
  const revealed = emitted.filter((call) => isRevealed(call, nowMs))
  const coins = coin === "all" ? COINS : [coin]
  const views = dayViews(history.daily)
  const fromMs = replayableFrom(revealed, views)
  const facts = revealed.filter(({ decisionTimeMs }) => decisionTimeMs >= fromMs)
  const calls = measured.filter((call) => call.facts.decisionTimeMs >= fromMs)
  const inputs = { facts, calls, horizon, views, nowMs, coins }
  const flips: number[] = []
  for (const some of flipReturns(inputs)) {
    flips.push(...some)
    await ports.pause?.()
  }
  const arena = runArena(inputs, flips)
  const mine = records.filter(
    (record) => coins.includes(record.facts.coin) && isLive(record.facts) === (kind === "live_paper"),
  )
  const published = mine.filter(({ facts }) => redSourcesOfDocument(facts, ports.maySell).length === 0)
  const openCalls = mine.filter((record) => record.facts.decisionTimeMs + horizonMs[horizon] > nowMs)
  return {
    season: "1",
    rules_version: ARENA_RULES_VERSION,
    as_of: isoTime(nowMs),
    started_at: timeOf(facts[0]),
    replayed_until: timeOf(facts.at(-1)),
    days: arena.days,
    kind,
    horizon,
    coin,
    cost_model:
      "10,000 USD each, equal parts per coin, long or flat, 10 bps per side, 40% volatility target " +
      "(except always long), no funding",
    entries: arena.standings.map(toEntry),
    coin_flip_band: arena.coinFlipBand && {
      p05: rounded(100 * arena.coinFlipBand.p05),
      p50: rounded(100 * arena.coinFlipBand.p50),
      p95: rounded(100 * arena.coinFlipBand.p95),
    },
    rank_persistence: rounded(arena.rankPersistence),
    open_calls: openCalls.map((record) => toOpenCall(record, horizon)),
    recently_settled: recentlySettled(published, outcomes, { horizon, nowMs, limit }),
    next_settlement_at: openCalls.length === 0 ? null : isoTime(nextSettlement(openCalls, horizon)),
    counts: {
      changes_24h: changesOfNewestDay(facts),
      degraded_24h: newestDay(facts).filter(({ degraded }) => degraded).length,
    },
    notes,
    integrity: integrityOf(chain, await ports.proof(), ports),
    meta: metaOf(ports, { records, ...history }),
  }
}

const notes = [
  "Ranked by the lower end of the Sharpe ratio's 95% interval. Cash counts as 0: a contestant below cash has not shown more than cash.",
  "Everything is replayed from revealed records: the arena is a day behind, so that no equity shows an open call.",
  "Leaders do not stay leaders: over 30 to 365 days the rank correlation with the next window was −0.07 to 0.16.",
  "Long or flat only: short calls made no money in the study, so no funding is paid.",
]

function toEntry(standing: Standing): Snapshot["entries"][number] {
  const { id, kind, rank, windows, sharpe, odds, stance, curve } = standing
  return {
    id,
    kind,
    rank,
    score: rounded(standing.score),
    state: windows.incubating ? "incubating" : "ranked",
    settled: windows.settled,
    n_effective: rounded(windows.nEffective),
    hit_rate: rounded(windows.hitRate),
    hit_rate_ci95: pair(windows.hitRateInterval),
    expectancy: rounded(windows.expectancy),
    equity_usd: rounded(standing.equityUsd),
    return_pct: rounded(100 * standing.returnRatio),
    sharpe: rounded(sharpe?.sharpe ?? null),
    sharpe_ci95: pair(sharpe?.interval ?? null),
    sharpe_shrunk: rounded(sharpe?.shrunk ?? null),
    skill_vs_always_long: windows.skill && {
      mean: rounded(windows.skill.mean),
      ci95: pair(windows.skill.interval),
    },
    p_best: rounded(odds?.best ?? null),
    p_beats_hold: rounded(odds?.beatsReference ?? null),
    percentile_among_coin_flips: rounded(standing.percentileAmongFlips),
    days_until_distinguishable: standing.daysUntilDistinguishable,
    max_drawdown: rounded(standing.maxDrawdown),
    exposure: rounded(standing.exposure),
    trades: standing.trades,
    last_10: [...windows.last10],
    stance: stance && stance.map(({ coin, weight }) => ({ coin, weight: rounded(weight) })),
    curve: thinned(curve, CURVE_POINTS).map(({ timeMs, equityUsd }) => ({
      t: isoTime(timeMs),
      equity_usd: rounded(equityUsd),
    })),
  }
}

function toOpenCall({ facts, commitment, prevHash, hash }: SealedSignal, horizon: Horizon) {
  return {
    id: facts.id,
    coin: facts.coin,
    horizon,
    opened_at: isoTime(facts.decisionTimeMs),
    settles_at: isoTime(facts.decisionTimeMs + horizonMs[horizon]),
    entry_price: facts.priceUsd,
    commitment,
    prev_hash: prevHash,
    hash,
  }
}

function recentlySettled(
  records: readonly SealedSignal[],
  outcomes: readonly MeasuredOutcome[],
  { horizon, nowMs, limit }: { readonly horizon: Horizon; readonly nowMs: number; readonly limit: number },
): Snapshot["recently_settled"] {
  const byId = new Map(
    outcomes.filter((s) => s.horizon === horizon && s.exitTimeMs <= nowMs).map((s) => [s.id, s] as const),
  )
  const rows = records.flatMap((record) => {
    const measured = byId.get(record.facts.id)
    return measured === undefined || !isRevealed(record.facts, nowMs) ? [] : [{ record, measured }]
  })
  return rows
    .sort((a, b) => b.record.facts.decisionTimeMs - a.record.facts.decisionTimeMs)
    .slice(0, limit)
    .map(({ record, measured }) => toSettledRow(record, measured))
}

function toSettledRow(record: SealedSignal, measured: MeasuredOutcome): Snapshot["recently_settled"][number] {
  const { facts, nonce, commitment, prevHash, hash } = record
  const { outcome, marketReturn } = withOutcome(facts, measured)
  return {
    id: facts.id,
    coin: facts.coin,
    horizon: measured.horizon,
    direction: facts.direction,
    confidence: facts.confidence,
    entry_price: measured.entryPriceUsd,
    exit_price: measured.exitPriceUsd,
    return_pct: rounded(100 * marketReturn),
    outcome,
    settled_at: isoTime(measured.exitTimeMs),
    record: { ...facts },
    nonce,
    commitment,
    prev_hash: prevHash,
    hash,
  }
}

/** Records of the last 24 hours that are revealed. */
function newestDay(facts: readonly SealedFacts[]): readonly SealedFacts[] {
  const lastMs = facts.at(-1)?.decisionTimeMs ?? 0
  return facts.filter(({ decisionTimeMs }) => decisionTimeMs > lastMs - REVEAL_AFTER_MS)
}

function changesOfNewestDay(facts: readonly SealedFacts[]): number {
  const day = new Set(newestDay(facts))
  const last = new Map<Coin, SealedFacts["direction"]>()
  let changes = 0
  for (const call of facts) {
    const before = last.get(call.coin)
    if (day.has(call) && before !== undefined && before !== call.direction) changes++
    last.set(call.coin, call.direction)
  }
  return changes
}

function nextSettlement(open: readonly SealedSignal[], horizon: Horizon): number {
  return Math.min(...open.map(({ facts }) => facts.decisionTimeMs)) + horizonMs[horizon]
}

function timeOf(facts: SealedFacts | undefined): string | null {
  return facts === undefined ? null : isoTime(facts.decisionTimeMs)
}

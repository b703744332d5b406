import { type Candle, intervalMs } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import type { DailyHistory } from "@/lib/domain/track-record/baselines"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { COST_PER_SIDE_RATIO } from "@/lib/domain/track-record/outcome"
import type { Contestant } from "./contestants"
import { type DayView, dayView } from "./day-view"

/** Every contestant starts with this much, in equal parts for each coin. */
export const START_EQUITY_USD = 10_000

/** A position moves only when the wanted weight is this far away, or zero. */
const REBALANCE_BAND = 0.1

export type EquityPoint = { readonly timeMs: number; readonly equityUsd: number }

/** The result of one contestant. */
export type Run = {
  readonly contestant: Contestant
  /** The last value of each UTC day from the first record to the last, days without a record included. */
  readonly curve: readonly EquityPoint[]
  readonly trades: number
  /** Traded value over mean equity. */
  readonly turnover: number
  /** Mean share of the equity that was invested, over the closes with a record. */
  readonly exposure: number
}

type Sleeve = { cashUsd: number; units: number; priceUsd: number }
type Ledger = { trades: number; tradedUsd: number; invested: number; equity: number; steps: number }

/** Views of days are the same for every contestant: read once. */
export type DayViews = (coin: Coin, timeMs: number) => DayView | null

/** Views by UTC day of one history. They never change, so all computations on the same candles share them. */
const viewsOf = new WeakMap<readonly Candle[], Map<number, DayView | null>>()

/** Memorises one view per coin and UTC day. */
export function dayViews(daily: DailyHistory): DayViews {
  return (coin, timeMs) => {
    const candles = daily[coin] ?? NO_CANDLES
    const day = dayOf(timeMs)
    const known = viewsOf.get(candles) ?? new Map<number, DayView | null>()
    const view = known.get(day)
    if (view !== undefined) return view
    const fresh = dayView(candles, day * intervalMs["1d"])
    viewsOf.set(candles, known.set(day, fresh))
    return fresh
  }
}

const NO_CANDLES: readonly Candle[] = []

/**
 * The first instant from which a replay of `facts` is correct: older records have no daily views any more, and without
 * them most contestants would hold no position. Without any view, the first record.
 */
export function replayableFrom(facts: readonly SealedFacts[], views: DayViews): number {
  const hasVolatility = ({ coin, decisionTimeMs }: SealedFacts) =>
    (views(coin, decisionTimeMs)?.sigma30Annual ?? null) !== null
  return (facts.find(hasVolatility) ?? facts[0])?.decisionTimeMs ?? 0
}

/**
 * Trades sealed prices on paper: decided and executed at the same 4h close, which is the open of the next candle.
 *
 * `facts` must be in order of time and of these coins. Nothing after the last record is read, so a shorter record
 * replays to the same values. On days without a record, positions are held and valued at the close of the day;
 * otherwise a return over many days would count as a return of one day.
 */
export function replay(
  contestant: Contestant,
  facts: readonly SealedFacts[],
  { views, coins }: { readonly views: DayViews; readonly coins: readonly Coin[] },
): Run {
  const sleeves = new Map<Coin, Sleeve>(
    coins.map((coin) => [coin, { cashUsd: START_EQUITY_USD / coins.length, units: 0, priceUsd: 0 }]),
  )
  const ledger: Ledger = { trades: 0, tradedUsd: 0, invested: 0, equity: 0, steps: 0 }
  const days = new Map<number, EquityPoint>()
  let day = dayOf(facts[0]?.decisionTimeMs ?? 0)
  for (const [index, call] of facts.entries()) {
    const { coin, decisionTimeMs: timeMs } = call
    const sleeve = sleeves.get(coin)
    if (sleeve === undefined) continue
    for (; day < dayOf(timeMs); day++) if (!days.has(day)) days.set(day, closeOf(day, sleeves, views))
    const wanted = contestant.weight({ coin, timeMs, facts: call, day: views(coin, timeMs) })
    sleeve.priceUsd = call.priceUsd
    rebalance(sleeve, wanted ?? 0, ledger)
    if (facts[index + 1]?.decisionTimeMs === timeMs) continue
    const equityUsd = measure(sleeves, ledger)
    days.set(day, { timeMs, equityUsd })
  }
  return {
    contestant,
    curve: [...days.values()],
    trades: ledger.trades,
    turnover: ledger.steps === 0 ? 0 : ledger.tradedUsd / (ledger.equity / ledger.steps),
    exposure: ledger.equity === 0 ? 0 : ledger.invested / ledger.equity,
  }
}

/** The book at the close of a day without a record. A coin without a candle of that day keeps its price. */
function closeOf(day: number, sleeves: ReadonlyMap<Coin, Sleeve>, views: DayViews): EquityPoint {
  const endMs = (day + 1) * intervalMs["1d"]
  for (const [coin, sleeve] of sleeves) sleeve.priceUsd = views(coin, endMs)?.closeUsd ?? sleeve.priceUsd
  return { timeMs: endMs - 1, equityUsd: equityOf(sleeves) }
}

function rebalance(sleeve: Sleeve, wanted: number, ledger: Ledger): void {
  const heldUsd = sleeve.units * sleeve.priceUsd
  const equityUsd = sleeve.cashUsd + heldUsd
  const held = heldUsd / equityUsd
  const leaving = wanted === 0 && held > 0
  if (!leaving && Math.abs(wanted - held) <= REBALANCE_BAND) return
  // Costs are paid from the equity after the trade, so that a full position never borrows.
  const gapUsd = wanted * equityUsd - heldUsd
  const tradeUsd = gapUsd > 0 ? gapUsd / (1 + wanted * COST_PER_SIDE_RATIO) : gapUsd
  sleeve.units = leaving ? 0 : sleeve.units + tradeUsd / sleeve.priceUsd
  sleeve.cashUsd -= tradeUsd + Math.abs(tradeUsd) * COST_PER_SIDE_RATIO
  ledger.trades++
  ledger.tradedUsd += Math.abs(tradeUsd)
}

function measure(sleeves: ReadonlyMap<Coin, Sleeve>, ledger: Ledger): number {
  const equityUsd = equityOf(sleeves)
  for (const { units, priceUsd } of sleeves.values()) ledger.invested += units * priceUsd
  ledger.equity += equityUsd
  ledger.steps++
  return equityUsd
}

function equityOf(sleeves: ReadonlyMap<Coin, Sleeve>): number {
  let equityUsd = 0
  for (const { cashUsd, units, priceUsd } of sleeves.values()) equityUsd += cashUsd + units * priceUsd
  return equityUsd
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / intervalMs["1d"])
}

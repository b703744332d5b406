import { intervalMs } from "@/lib/domain/market/candle"
import { horizonMs } from "@/lib/domain/track-record/outcome"
import { isoTime } from "@/lib/domain/utc-day"
import type { ExportedRecord } from "./fetch-record"
import { CallFacts } from "./call-facts"
import type { KnownClose, SealedCandles } from "./sealed-candles"

type PricedOutcome = ExportedRecord["outcomes"][number] & { readonly coin: string; readonly facts: CallFacts }
type PriceVerdict =
  | { readonly kind: "right" | "unchecked" | "foreign" | "disputed" }
  | { readonly kind: "wrong"; readonly reason: string }

/** Prices of two providers at one time differ by less. */
export const PROVIDERS_DIFFER_RATIO = 0.005

type Closes = Pick<SealedCandles, "closesAt">

/** The price of every call and outcome in the candles of all sealed inputs. Outcomes are named by identifier and horizon. */
export type PriceReport = {
  readonly rightPrices: ReadonlySet<string>
  readonly disputedOutcomes: ReadonlySet<string>
  readonly wrong: readonly string[]
  readonly unchecked: readonly string[]
  readonly foreign: readonly string[]
}

/** @param contradictedIds calls that were made from candles which the inputs of others contradict */
export function checkPrices(
  records: readonly ExportedRecord[],
  closes: Closes,
  contradictedIds: ReadonlySet<string>,
): PriceReport {
  const wrongCalls: string[] = []
  const checked = records.flatMap(({ id, coin, facts: content, outcomes }) => {
    const facts = CallFacts.safeParse(content).data
    const reason = facts === undefined ? null : wrongInCall(facts, closes)
    if (reason !== null) wrongCalls.push(`${id}: ${reason}.`)
    return outcomes.map((outcome): { readonly text: string; readonly verdict: PriceVerdict } => {
      const text = `${id} ${outcome.horizon}`
      if (facts === undefined) return { text, verdict: { kind: "unchecked" } }
      const verdict = checkOutcome({ ...outcome, coin, facts }, closes)
      const isContradicted = contradictedIds.has(id) && verdict.kind !== "wrong"
      return { text, verdict: isContradicted ? { kind: "disputed" } : verdict }
    })
  })
  const named = (kind: PriceVerdict["kind"]) =>
    checked.flatMap(({ text, verdict }) => (verdict.kind === kind ? [text] : []))
  return {
    rightPrices: new Set(named("right")),
    disputedOutcomes: new Set(named("disputed")),
    wrong: [
      ...wrongCalls,
      ...checked.flatMap(({ text, verdict }) => (verdict.kind === "wrong" ? [`${text}: ${verdict.reason}.`] : [])),
    ],
    unchecked: named("unchecked"),
    foreign: named("foreign"),
  }
}

/** The sealed price against its provider's close at that instant, and against the closes of all others. */
function wrongInCall({ coin, source, priceUsd, decisionTimeMs }: CallFacts, closes: Closes): string | null {
  const known = closes.closesAt(coin, decisionTimeMs)
  const own = known.get(source)
  if (own !== undefined && !own.isDisputed && own.usd !== priceUsd)
    return `its price is not the close of ${isoTime(decisionTimeMs)} by ${source}`
  const far = [...known].find(([name, close]) => name !== source && !close.isDisputed && isFar(priceUsd, close.usd))
  return far === undefined ? null : `its price is far from the close of ${isoTime(decisionTimeMs)} by ${far[0]}`
}

function checkOutcome(outcome: PricedOutcome, closes: Closes): PriceVerdict {
  const { coin, facts, source, entry_price, exit_price } = outcome
  const closeAt = (timeMs: number) => closes.closesAt(coin, timeMs).get(source)
  const exitMs = Date.parse(outcome.exit_time)
  const dueMs = facts.decisionTimeMs + horizonMs[outcome.horizon]
  const exit = closeAt(exitMs)
  // When no candle of this provider was read, the closes of any other provider show which hours there were.
  const isClose = (timeMs: number) =>
    (exit === undefined && closes.closesAt(coin, timeMs).size > 0) || closeAt(timeMs) !== undefined
  const passed = hoursBetween(dueMs, exitMs).find(isClose)
  if (passed !== undefined) return { kind: "wrong", reason: `its exit passes over the close of ${isoTime(passed)}` }
  const ownEntry = closeAt(facts.decisionTimeMs)
  // Where the provider is that of the call, the entry is the sealed price, which the outcomes' check compares.
  const entry = source === facts.source ? { usd: entry_price, isDisputed: ownEntry?.isDisputed === true } : ownEntry
  if (exit !== undefined && !exit.isDisputed && exit.usd !== exit_price)
    return { kind: "wrong", reason: "its exit is not the close of that hour" }
  if (entry !== undefined && !entry.isDisputed && entry.usd !== entry_price)
    return { kind: "wrong", reason: "its entry is not the close of its hour" }
  if (exit?.isDisputed === true || entry?.isDisputed === true) return { kind: "disputed" }
  if (exit !== undefined && entry !== undefined) return { kind: "right" }
  return comparedWithOthers(outcome, anyOf(closes.closesAt(coin, exitMs)))
}

function anyOf(known: ReadonlyMap<string, KnownClose>): KnownClose | undefined {
  return known.values().next().value
}

function isFar(stated: number, known: number): boolean {
  return Math.abs(stated / known - 1) > PROVIDERS_DIFFER_RATIO
}

/** No candle of this provider was read: then its prices must be near those of another, and on the same side. */
function comparedWithOthers(
  { facts, source, entry_price, exit_price }: PricedOutcome,
  exit: KnownClose | undefined,
): PriceVerdict {
  if (exit === undefined) return { kind: "unchecked" }
  if (exit.isDisputed) return { kind: "disputed" }
  if (isFar(exit_price, exit.usd) || isFar(entry_price, facts.priceUsd))
    return { kind: "wrong", reason: `its prices of ${source} are far from those of the other providers` }
  const isSameSide = Math.sign(exit_price - entry_price) === Math.sign(exit.usd - facts.priceUsd)
  return isSameSide
    ? { kind: "foreign" }
    : { kind: "wrong", reason: `by ${source} the price moved the other way than by the other providers` }
}

/** Every hour from `fromMs` on and before `toMs`. */
function hoursBetween(fromMs: number, toMs: number): readonly number[] {
  const hourMs = intervalMs["1h"]
  return Array.from({ length: Math.max(0, Math.ceil((toMs - fromMs) / hourMs)) }, (_, hour) => fromMs + hour * hourMs)
}

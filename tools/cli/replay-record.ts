import { DIRECTIONS } from "@/lib/domain/signals/direction"
import { createHash } from "node:crypto"
import { z } from "zod"
import { recordInputsContract } from "@/lib/endpoints/record-inputs/contract"
import { intervalMs } from "@/lib/domain/market/candle"
import { COINS } from "@/lib/domain/market/coin"
import { INPUT_NAMES, type MarketInputs, NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { archiveInputs } from "@/lib/domain/track-record/input-archive"
import type { QuestionOutcome } from "@/lib/domain/track-record/question-outcome"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { horizonMs } from "@/lib/domain/track-record/outcome"
import { chunksOf } from "@/lib/domain/chunks-of"
import { isoTime } from "@/lib/domain/utc-day"
import { replayFacts } from "@/lib/usecases/sealed-inputs"
import { askApi, type ExportedRecord } from "./fetch-record"
import { type ArchivedHours, rememberHours, settleQuestions } from "./archived-hours"
import { findLateQuotes } from "./find-late-quotes"
import { type Finding, findingOf } from "./record-finding"

const Sigmas = { sigma24h: z.number(), sigma7d: z.number() }
const Range = z.looseObject({ low: z.number(), high: z.number() })

/** Of the comparison only what options implied is an input; the rest follows from it and is compared. */
const Compared = z.looseObject({
  forecast: z.looseObject(Sigmas),
  options: z.looseObject({ ...Sigmas, source: z.string(), asOfMs: z.number(), day: Range, week: Range }),
})

/** Of a sealed question our odds follow from the inputs and are compared. */
const Markets = z.looseObject({
  source: z.string(),
  asOfMs: z.number(),
  questions: z.array(
    z.looseObject({
      ticker: z.string(),
      kind: z.enum(["touch", "close"]),
      side: z.enum(["above", "below"]),
      levelUsd: z.number(),
      untilMs: z.number(),
      market: z.number(),
      forecast: z.number(),
    }),
  ),
})

const Facts = z.looseObject({
  id: z.string(),
  coin: z.enum(COINS),
  decisionTimeMs: z.number(),
  sealedAtMs: z.number(),
  previousDirection: z.enum(DIRECTIONS).nullable(),
  source: z.string(),
  priceUsd: z.number(),
  methodVersion: z.string(),
  compared: Compared.exactOptional(),
  markets: Markets.exactOptional(),
  inputs: z.array(
    z.object({ name: z.enum(INPUT_NAMES), source: z.string(), asOfMs: z.number(), sha256: z.string().nullable() }),
  ),
})

type Facts = z.output<typeof Facts>
type Points = NonNullable<z.output<typeof recordInputsContract.response>["inputs"]>

/** The result of computing calls again from their inputs. */
export type ReplayReport = {
  /** Calls with equal bytes. */
  readonly sameIds: ReadonlySet<string>
  /** Calls with other bytes, and outcomes whose price differs from the candle or that passed a candle over. */
  readonly faults: readonly string[]
  /** Outcomes (identifier and horizon) whose entry and exit equal a candle of a call whose inputs have the sealed hashes. */
  readonly rightPrices: ReadonlySet<string>
  /** Why a call was not made again: it was not asked for, its inputs are unavailable, or another version made it. */
  readonly skipped: readonly string[]
  /** Outcomes of which a price is in no candle that was read. */
  readonly unchecked: readonly string[]
  /** Results of the questions of these calls, by the candles of inputs that have the sealed hashes. */
  readonly questionOutcomes: readonly QuestionOutcome[]
  /** Outcomes by a provider of whose candles none was read, although those of another provider were. */
  readonly foreign: readonly string[]
}

export type ReplayOptions = {
  /** Newest calls that are made again; absent: all. */
  readonly count?: number
  readonly get?: typeof fetch
  readonly onProgress?: (done: number, total: number) => void
}

/** Calls whose inputs are asked for at once. */
const AT_ONCE = 4

/**
 * Fetches the inputs of revealed calls, computes each call again and compares the bytes. Then it finds the prices of all
 * outcomes in the hourly candles of these inputs.
 */
export async function replayRecords(
  api: string,
  records: readonly ExportedRecord[],
  { count = Infinity, get = fetch, onProgress }: ReplayOptions,
): Promise<ReplayReport> {
  const revealed = records.flatMap(({ facts }) => {
    const known = Facts.safeParse(facts).data
    return known === undefined ? [] : [known]
  })
  const inOrder = revealed.toSorted((a, b) => a.decisionTimeMs - b.decisionTimeMs)
  const first = Math.max(0, inOrder.length - count)
  const skipped = inOrder.slice(0, first).map(({ id }) => `${id}: it was not asked for.`)
  const chosen = inOrder.slice(first)
  const closes = new Map<string, number>()
  const hours: ArchivedHours = new Map()
  const withheld: string[] = []
  const unarchived: string[] = []
  const faults = [...findLateQuotes(records)]
  const sameIds = new Set<string>()
  let [done, published] = [0, 0]
  for (const part of chunksOf(chosen, AT_ONCE)) {
    const fetched = await Promise.all(
      part.map(async (facts) => ({ facts, ...(await fetchInputs(api, facts.id, get)) })),
    )
    for (const { facts, points, reason } of fetched) {
      const verdict = points === null ? { skipped: reason } : replay(facts, points)
      if (verdict === "same") sameIds.add(facts.id)
      else if ("skipped" in verdict) skipped.push(`${facts.id}: ${verdict.skipped}`)
      else faults.push(`${facts.id}: ${verdict.fault}.`)
      if (points !== null) published += 1
      else if (facts.inputs.length > 0 && facts.inputs.every(({ sha256: hash }) => hash !== null))
        withheld.push(facts.id)
      else if (facts.methodVersion === METHOD_VERSION) unarchived.push(facts.id)
      // Candles of inputs that were not sealed prove no price.
      if (points !== null && hasSealedHashes(facts, points)) {
        rememberCloses(closes, facts, points)
        rememberHours(hours, facts, points)
      }
    }
    done += part.length
    onProgress?.(done, chosen.length)
  }
  // A deployment publishes inputs or does not. Those of single calls are missing when they do not fit the call.
  if (published > 0)
    faults.push(...withheld.map((id) => `${id}: its inputs are withheld, while those of other calls are published.`))
  const present = sameIds.size + unarchived.length
  if (sameIds.size > 0 && unarchived.length > FEW && unarchived.length > SMALL_SHARE * present)
    faults.push(
      `${unarchived.length} of ${present} calls of this version have no inputs to check, first ${unarchived[0]}.`,
    )
  const { rightPrices, wrong, unchecked, foreign } = checkPrices(records, closes)
  const questionOutcomes = settleQuestions(
    revealed.filter(({ id }) => sameIds.has(id)),
    hours,
  )
  return { sameIds, skipped, faults: [...faults, ...wrong], rightPrices, questionOutcomes, unchecked, foreign }
}

/** The result of computing calls again, as text. What was not checked is counted, and is not a fault. */
export function describeReplays({ sameIds, skipped, faults, rightPrices, unchecked, foreign }: ReplayReport): Finding {
  const prices = rightPrices.size
  const isMuch = foreign.length > FEW && foreign.length > SMALL_SHARE * (prices + foreign.length)
  const providers =
    `${foreign.length} outcomes are measured by providers of whose candles no call has any, first ${foreign[0]}: ` +
    `each price can be off by ${100 * PROVIDERS_DIFFER_RATIO}%`
  return findingOf(isMuch ? [...faults, `${providers}.`] : faults, [
    `${sameIds.size} calls were made again from their inputs: the same bytes. The prices of ${prices} outcomes are those of the candles.`,
    ...(skipped.length === 0 ? [] : [`Not checked: ${skipped.length} calls were not made again, first ${skipped[0]}`]),
    ...(unchecked.length === 0
      ? []
      : [
          `Not checked: the prices of ${unchecked.length} outcomes are in no candle that was read, first ${unchecked[0]}. The ` +
            "newest ones follow with the inputs of later calls.",
        ]),
    ...(foreign.length === 0 || isMuch ? [] : [`Not checked: ${providers}.`]),
  ])
}

async function fetchInputs(api: string, id: string, get: typeof fetch) {
  const response = await askApi(api, `/record/inputs?id=${encodeURIComponent(id)}`, get)
  if (!response.ok) return { points: null, reason: `the service answered ${response.status}.` }
  const { inputs, reason } = recordInputsContract.response.parse(await response.json())
  return { points: inputs, reason: reason ?? "" }
}

function replay(facts: Facts, points: Points): "same" | { readonly skipped: string } | { readonly fault: string } {
  if (!hasSealedHashes(facts, points)) return { fault: "its inputs are not those that were sealed" }
  if (facts.methodVersion !== METHOD_VERSION)
    return { skipped: `made by method ${facts.methodVersion}, and this is ${METHOD_VERSION}.` }
  const again = replayFacts(facts, toInputs(facts, points), sha256)
  if (again === null) return { fault: "no call follows from its inputs" }
  if (canonicalJson(again) === canonicalJson(facts)) return "same"
  const names = [...new Set([...Object.keys(again), ...Object.keys(facts)])]
  const values: Readonly<Record<string, unknown>> = { ...again }
  const differing = names.filter((name) => textOf(values[name]) !== textOf(facts[name]))
  return { fault: `its inputs give another ${differing.join(", ")}` }
}

function textOf(value: unknown): string {
  return value === undefined ? "" : canonicalJson(value)
}

function hasSealedHashes(facts: Facts, points: Points): boolean {
  const hashes: Readonly<Record<string, string>> = { ...archiveInputs(toInputs(facts, points), sha256).hashes }
  const named = new Set<string>(facts.inputs.map(({ name }) => name))
  return (
    facts.inputs.every(({ name, sha256: sealed }) => sealed !== null && hashes[name] === sealed) &&
    INPUT_NAMES.every((name) => named.has(name) || points[name] === null)
  )
}

function toInputs(facts: Facts, points: Points): MarketInputs {
  const origins = new Map(facts.inputs.map(({ name, source, asOfMs }) => [name, { source, asOfMs }]))
  const input = (name: keyof Points) => {
    const [origin, value] = [origins.get(name), points[name]]
    return origin === undefined || value === null ? {} : { [name]: { ...origin, value } }
  }
  return Object.assign({}, NO_INPUTS, ...INPUT_NAMES.map(input))
}

/** Closes by coin, provider and time, and by coin and time alone. */
function rememberCloses(closes: Map<string, number>, { coin, inputs }: Facts, { hours }: Points): void {
  const source = inputs.find(({ name }) => name === "hours")?.source ?? ""
  for (const { openTimeMs, closeUsd } of hours ?? []) {
    const key = `${coin} ${source} ${openTimeMs + intervalMs["1h"]}`
    // The first call after a close has the candle as the outcome read it; providers revise some later.
    const ofAny = `${coin} ${openTimeMs + intervalMs["1h"]}`
    if (!closes.has(key)) closes.set(key, closeUsd)
    if (!closes.has(ofAny)) closes.set(ofAny, closeUsd)
  }
}

type PricedOutcome = ExportedRecord["outcomes"][number] & { readonly coin: string; readonly facts: Facts }
type PriceVerdict =
  | { readonly kind: "right" | "unchecked" | "foreign" }
  | { readonly kind: "wrong"; readonly reason: string }

/** Prices of two providers at one time differ by less. */
const PROVIDERS_DIFFER_RATIO = 0.005

/** What happens now and then, such as an outcome measured during an outage. More than this has another cause. */
export const SMALL_SHARE = 0.05
export const FEW = 3

function checkPrices(records: readonly ExportedRecord[], closes: ReadonlyMap<string, number>) {
  const checked = records.flatMap(({ id, coin, facts: content, outcomes }) => {
    const facts = Facts.safeParse(content).data
    if (facts === undefined) return []
    return outcomes.map((outcome) => {
      return { text: `${id} ${outcome.horizon}`, verdict: checkPrice({ ...outcome, coin, facts }, closes) }
    })
  })
  return {
    rightPrices: new Set(checked.flatMap(({ text, verdict }) => (verdict.kind === "right" ? [text] : []))),
    wrong: checked.flatMap(({ text, verdict }) => (verdict.kind === "wrong" ? [`${text}: ${verdict.reason}.`] : [])),
    unchecked: checked.flatMap(({ text, verdict }) => (verdict.kind === "unchecked" ? [text] : [])),
    foreign: checked.flatMap(({ text, verdict }) => (verdict.kind === "foreign" ? [text] : [])),
  }
}

function checkPrice(outcome: PricedOutcome, closes: ReadonlyMap<string, number>): PriceVerdict {
  const { coin, facts, source, entry_price, exit_price } = outcome
  const closeAt = (timeMs: number) => closes.get(`${coin} ${source} ${timeMs}`)
  const exitMs = Date.parse(outcome.exit_time)
  const dueMs = facts.decisionTimeMs + horizonMs[outcome.horizon]
  const exit = closeAt(exitMs)
  // Of a provider that nobody can read, the closes of any other one are its hours.
  const isClose = (timeMs: number) =>
    (exit === undefined && closes.has(`${coin} ${timeMs}`)) || closeAt(timeMs) !== undefined
  const passed = hoursBetween(dueMs, exitMs).find(isClose)
  if (passed !== undefined) return { kind: "wrong", reason: `its exit passes over the close of ${isoTime(passed)}` }
  // Where the provider is that of the call, the entry is the sealed price, which the outcomes' check compares.
  const entry = source === facts.source ? entry_price : closeAt(facts.decisionTimeMs)
  if (exit !== undefined && exit !== exit_price)
    return { kind: "wrong", reason: "its exit is not the close of that hour" }
  if (entry !== undefined && entry !== entry_price)
    return { kind: "wrong", reason: "its entry is not the close of its hour" }
  if (exit !== undefined && entry !== undefined) return { kind: "right" }
  return comparedWithOthers(outcome, closes)
}

function isFar(stated: number, known: number): boolean {
  return Math.abs(stated / known - 1) > PROVIDERS_DIFFER_RATIO
}

/** No candle of this provider was read: then its prices must be near those of another, and on the same side. */
function comparedWithOthers(
  { coin, facts, source, exit_time, entry_price, exit_price }: PricedOutcome,
  closes: ReadonlyMap<string, number>,
): PriceVerdict {
  const exit = closes.get(`${coin} ${Date.parse(exit_time)}`)
  if (exit === undefined) return { kind: "unchecked" }
  if (isFar(exit_price, exit) || isFar(entry_price, facts.priceUsd))
    return { kind: "wrong", reason: `its prices of ${source} are far from those of the other providers` }
  const isSameSide = Math.sign(exit_price - entry_price) === Math.sign(exit - facts.priceUsd)
  return isSameSide
    ? { kind: "foreign" }
    : { kind: "wrong", reason: `by ${source} the price moved the other way than by the other providers` }
}

/** Every hour from `fromMs` on and before `toMs`. */
function hoursBetween(fromMs: number, toMs: number): readonly number[] {
  const hourMs = intervalMs["1h"]
  return Array.from({ length: Math.max(0, Math.ceil((toMs - fromMs) / hourMs)) }, (_, hour) => fromMs + hour * hourMs)
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex")
}

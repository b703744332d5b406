import { createHash } from "node:crypto"
import type { z } from "zod"
import { recordInputsContract } from "@/lib/endpoints/record-inputs/contract"
import { INPUT_NAMES, type MarketInputs, NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { archiveInputs } from "@/lib/domain/track-record/input-archive"
import type { QuestionOutcome } from "@/lib/domain/track-record/question-outcome"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { chunksOf } from "@/lib/domain/chunks-of"
import { replayFacts } from "@/lib/usecases/sealed-inputs"
import { askApi, type ExportedRecord } from "./fetch-record"
import { type ArchivedHours, missingExtremes, rememberHours, settleQuestions, wrongExtremes } from "./archived-hours"
import { CallFacts } from "./call-facts"
import { checkPrices, PROVIDERS_DIFFER_RATIO } from "./check-prices"
import { findLateQuotes } from "./find-late-quotes"
import { type Finding, findingOf, isMuch } from "./record-finding"
import { type CandleDisputes, type CandlesOfCall, createSealedCandles } from "./sealed-candles"

type Points = NonNullable<z.output<typeof recordInputsContract.response>["inputs"]>

/** The result of computing calls again from their inputs. */
export type ReplayReport = {
  /** Calls with equal bytes, as they follow from their inputs. */
  readonly sameCalls: ReadonlyMap<string, SealedFacts>
  /** Calls with other bytes, and outcomes whose price differs from the candle or that passed a candle over. */
  readonly faults: readonly string[]
  /** Outcomes (identifier and horizon) whose entry and exit equal a candle of a call whose inputs have the sealed hashes. */
  readonly rightPrices: ReadonlySet<string>
  /** Why a call was not made again: it was not asked for, its inputs are unavailable, or another version made it. */
  readonly skipped: readonly string[]
  /** Outcomes that count as lost: they rest on a disputed close, or their call on a candle that others contradict. */
  readonly disputedOutcomes: ReadonlySet<string>
  readonly disputes: CandleDisputes
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
  const malformed: string[] = []
  const revealed = records.flatMap(({ id, facts }) => {
    const known = CallFacts.safeParse(facts).data
    if (known === undefined && facts !== null) malformed.push(id)
    return known === undefined ? [] : [known]
  })
  const inOrder = revealed.toSorted((a, b) => a.decisionTimeMs - b.decisionTimeMs)
  const first = Math.max(0, inOrder.length - count)
  const skipped = [
    ...malformed.map((id) => `${id}: its facts are not those of a call.`),
    ...inOrder.slice(0, first).map(({ id }) => `${id}: it was not asked for.`),
  ]
  const chosen = inOrder.slice(first)
  const hours: ArchivedHours = new Map()
  const sealed = createSealedCandles()
  const withheld: string[] = []
  const unarchived: string[] = []
  const faults = [...findLateQuotes(records)]
  const sameCalls = new Map<string, SealedFacts>()
  let [done, published] = [0, 0]
  for (const part of chunksOf(chosen, AT_ONCE)) {
    const fetched = await Promise.all(
      part.map(async (facts) => ({ facts, ...(await fetchInputs(api, facts.id, get)) })),
    )
    for (const { facts, points, reason } of fetched) {
      const verdict = points === null ? { skipped: reason } : replay(facts, points)
      if ("same" in verdict) sameCalls.set(facts.id, verdict.same)
      else if ("skipped" in verdict) skipped.push(`${facts.id}: ${verdict.skipped}`)
      else faults.push(`${facts.id}: ${verdict.fault}.`)
      if (points !== null) published += 1
      else if (facts.inputs.length > 0 && facts.inputs.every(({ sha256: hash }) => hash !== null))
        withheld.push(facts.id)
      else if (facts.methodVersion === METHOD_VERSION) unarchived.push(facts.id)
      // Candles of inputs that were not sealed prove no price.
      if (points !== null && hasSealedHashes(facts, points)) {
        sealed.add(candlesOf(facts, points))
        rememberHours(hours, facts, points)
      }
    }
    done += part.length
    onProgress?.(done, chosen.length)
  }
  // A deployment publishes inputs or does not. Those of single calls are missing when they do not fit the call.
  if (published > 0)
    faults.push(...withheld.map((id) => `${id}: its inputs are withheld, while those of other calls are published.`))
  const present = sameCalls.size + unarchived.length
  if (sameCalls.size > 0 && isMuch(unarchived.length, present))
    faults.push(
      `${unarchived.length} of ${present} calls of this version have no inputs to check, first ${unarchived[0]}.`,
    )
  if (isMuch(malformed.length, malformed.length + revealed.length))
    faults.push(
      `${malformed.length} of ${malformed.length + revealed.length} calls have facts that are not those of a call, first ${malformed[0]}.`,
    )
  const disputes = sealed.disputes()
  const { wrong, ...prices } = checkPrices(records, sealed, disputes.contradictedIds)
  const questionOutcomes = settleQuestions(
    revealed.filter(({ id }) => sameCalls.has(id)),
    hours,
  )
  return {
    sameCalls,
    skipped,
    faults: [
      ...missingExtremes(records, hours),
      ...faults,
      ...wrong,
      ...wrongExtremes(records, hours, prices.rightPrices),
    ],
    questionOutcomes,
    disputes,
    ...prices,
  }
}

/** The result of computing calls again, as text. What was not checked is counted, and is not a fault. */
export function describeReplays(report: ReplayReport): Finding {
  const { sameCalls, skipped, faults, rightPrices, disputedOutcomes, unchecked, foreign } = report
  const prices = rightPrices.size
  const isForeign = isMuch(foreign.length, prices + foreign.length)
  const providers =
    `${foreign.length} outcomes are measured by providers of whose candles no call has any, first ${foreign[0]}: ` +
    `each price can be off by ${100 * PROVIDERS_DIFFER_RATIO}%`
  const disputed = describeDisputes(report.disputes, { disputedOutcomes, outcomes: prices + disputedOutcomes.size })
  return findingOf(
    [...disputed.faults.slice(0, 1), ...faults, ...(isForeign ? [`${providers}.`] : []), ...disputed.faults.slice(1)],
    [
      `${sameCalls.size} calls were made again from their inputs: the same bytes. The prices of ${prices} outcomes are those of the candles.`,
      ...disputed.notes,
      ...(skipped.length === 0
        ? []
        : [`Not checked: ${skipped.length} calls were not made again, first ${skipped[0]}`]),
      ...(unchecked.length === 0
        ? []
        : [
            `Not checked: the prices of ${unchecked.length} outcomes are in no candle that was read, first ${unchecked[0]}. The ` +
              "newest ones follow with the inputs of later calls.",
          ]),
      ...(foreign.length === 0 || isForeign ? [] : [`Not checked: ${providers}.`]),
    ],
  )
}

/** A provider corrects a closed candle now and then. More than this share of candles, or of outcomes, has another cause. */
const CORRECTED_SHARE = 0.001

function describeDisputes(
  { candles, prices, volumes, contradictedIds }: CandleDisputes,
  { disputedOutcomes, outcomes }: { readonly disputedOutcomes: ReadonlySet<string>; readonly outcomes: number },
): { readonly faults: readonly string[]; readonly notes: readonly string[] } {
  const notes =
    volumes.length === 0
      ? []
      : [`Sealed inputs state different volumes of ${volumes.length} of ${candles} candles, first: ${volumes[0]}.`]
  if (prices.length === 0 && disputedOutcomes.size === 0) return { faults: [], notes }
  const lost =
    `${disputedOutcomes.size} of ${outcomes} outcomes rest on them or on calls that were made from them ` +
    `(${contradictedIds.size}), and count as lost`
  const text = `Sealed inputs contradict each other in the prices of ${prices.length} of ${candles} candles; ${lost}`
  const isFault =
    isMuch(prices.length, candles, CORRECTED_SHARE) || isMuch(disputedOutcomes.size, outcomes, CORRECTED_SHARE)
  const named = prices.map((each) => `Contradiction: ${each}.`)
  return isFault
    ? { faults: [`${text}.`, ...prices.map((each) => `${each}.`)], notes }
    : { faults: [], notes: [`${text}. A provider can correct a closed candle.`, ...named, ...notes] }
}

async function fetchInputs(api: string, id: string, get: typeof fetch) {
  const response = await askApi(api, `/record/inputs?id=${encodeURIComponent(id)}`, get)
  if (!response.ok) return { points: null, reason: `the service answered ${response.status}.` }
  const { inputs, reason } = recordInputsContract.response.parse(await response.json())
  return { points: inputs, reason: reason ?? "" }
}

type Verdict = { readonly same: SealedFacts } | { readonly skipped: string } | { readonly fault: string }

function replay(facts: CallFacts, points: Points): Verdict {
  if (!hasSealedHashes(facts, points)) return { fault: "its inputs are not those that were sealed" }
  if (facts.methodVersion !== METHOD_VERSION)
    return { skipped: `made by method ${facts.methodVersion}, and this is ${METHOD_VERSION}.` }
  const again = replayFacts(facts, toInputs(facts, points), sha256)
  if (again === null) return { fault: "no call follows from its inputs" }
  if (canonicalJson(again) === canonicalJson(facts)) return { same: again }
  const names = [...new Set([...Object.keys(again), ...Object.keys(facts)])]
  const values: Readonly<Record<string, unknown>> = { ...again }
  const differing = names.filter((name) => textOf(values[name]) !== textOf(facts[name]))
  return { fault: `its inputs give another ${differing.join(", ")}` }
}

function textOf(value: unknown): string {
  return value === undefined ? "" : canonicalJson(value)
}

function hasSealedHashes(facts: CallFacts, points: Points): boolean {
  const hashes: Readonly<Record<string, string>> = { ...archiveInputs(toInputs(facts, points), sha256).hashes }
  const named = new Set<string>(facts.inputs.map(({ name }) => name))
  return (
    facts.inputs.every(({ name, sha256: sealed }) => sealed !== null && hashes[name] === sealed) &&
    INPUT_NAMES.every((name) => named.has(name) || points[name] === null)
  )
}

function toInputs(facts: CallFacts, points: Points): MarketInputs {
  const origins = new Map(facts.inputs.map(({ name, source, asOfMs }) => [name, { source, asOfMs }]))
  const input = (name: keyof Points) => {
    const [origin, value] = [origins.get(name), points[name]]
    return origin === undefined || value === null ? {} : { [name]: { ...origin, value } }
  }
  return Object.assign({}, NO_INPUTS, ...INPUT_NAMES.map(input))
}

/** The candles of a call's inputs, with their providers. */
function candlesOf({ id, coin, inputs }: CallFacts, { days, fourHours, hours }: Points): CandlesOfCall {
  const sources = Object.fromEntries(inputs.map(({ name, source }) => [name, source]))
  return { id, coin, sources, candles: { days, fourHours, hours } }
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex")
}

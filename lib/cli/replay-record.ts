import { DIRECTIONS } from "@/lib/domain/signals/direction"
import { createHash } from "node:crypto"
import { z } from "zod"
import { recordInputsContract } from "@/lib/api/record-inputs"
import { intervalMs } from "@/lib/domain/market/candle"
import { COINS } from "@/lib/domain/market/coin"
import { INPUT_NAMES, type MarketInputs, NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { horizonMs } from "@/lib/domain/track-record/outcome"
import { replayFacts } from "@/lib/usecases/sealed-inputs"
import { askApi, type ExportedRecord } from "./fetch-record"

const Facts = z.looseObject({
  id: z.string(),
  coin: z.enum(COINS),
  decisionTimeMs: z.number(),
  sealedAtMs: z.number(),
  previousDirection: z.enum(DIRECTIONS).nullable(),
  methodVersion: z.string(),
  inputs: z.array(
    z.object({ name: z.enum(INPUT_NAMES), source: z.string(), asOfMs: z.number(), sha256: z.string().nullable() }),
  ),
})

type Facts = z.output<typeof Facts>
type Points = NonNullable<z.output<typeof recordInputsContract.response>["inputs"]>

/** The result of computing calls again from their inputs. */
export type ReplayReport = {
  /** Calls with equal bytes. */
  readonly same: number
  /** Why a call was not made again: its inputs are unavailable, or another version of the method made it. */
  readonly skipped: readonly string[]
  /** Calls with other bytes, and outcomes whose price differs from the candle. */
  readonly faults: readonly string[]
  /** Exit prices that were found in the candles of a later call. */
  readonly exits: number
  /**
   * The outcomes whose price is not the first close from the horizon on: that close came late, or others were
   * preferred.
   */
  readonly late: readonly string[]
}

/**
 * Fetches the inputs of the newest `count` revealed calls, computes each call again and compares the bytes. Then it
 * finds the exit prices of all outcomes in the hourly candles of these inputs.
 */
export async function replayRecords(
  api: string,
  records: readonly ExportedRecord[],
  { count, get = fetch }: { readonly count: number; readonly get?: typeof fetch },
): Promise<ReplayReport> {
  const revealed = records.flatMap(({ facts }) => {
    const known = Facts.safeParse(facts).data
    return known === undefined ? [] : [known]
  })
  const inOrder = revealed.toSorted((a, b) => a.decisionTimeMs - b.decisionTimeMs)
  const chosen = inOrder.slice(Math.max(0, inOrder.length - count))
  const closes = new Map<string, number>()
  let same = 0
  const skipped: string[] = []
  const faults: string[] = []
  for (const facts of chosen) {
    const { points, reason } = await fetchInputs(api, facts.id, get)
    if (points === null) skipped.push(`${facts.id}: ${reason}`)
    else {
      rememberCloses(closes, facts, points)
      const verdict = replay(facts, points)
      if (verdict === "same") same += 1
      else if (verdict === "other method") skipped.push(`${facts.id}: made by method ${facts.methodVersion}.`)
      else faults.push(`${facts.id}: ${verdict}.`)
    }
  }
  const { exits, wrong, late } = checkExits(records, closes)
  return { same, skipped, faults: [...faults, ...wrong], exits, late }
}

async function fetchInputs(api: string, id: string, get: typeof fetch) {
  const response = await askApi(api, `/record/inputs?id=${encodeURIComponent(id)}`, get)
  if (!response.ok) return { points: null, reason: `the service answered ${response.status}.` }
  const { inputs, reason } = recordInputsContract.response.parse(await response.json())
  return { points: inputs, reason: reason ?? "" }
}

function replay(facts: Facts, points: Points): string {
  if (facts.methodVersion !== METHOD_VERSION) return "other method"
  const again = replayFacts(facts, toInputs(facts, points), sha256)
  if (again === null) return "no call follows from its inputs"
  if (canonicalJson(again) === canonicalJson(facts)) return "same"
  const differing = Object.entries(again).filter(([name, value]) => canonicalJson(value) !== canonicalJson(facts[name]))
  return `its inputs give another ${differing.map(([name]) => name).join(", ")}`
}

function toInputs(facts: Facts, points: Points): MarketInputs {
  const origins = new Map(facts.inputs.map(({ name, source, asOfMs }) => [name, { source, asOfMs }]))
  const input = (name: keyof Points) => {
    const [origin, value] = [origins.get(name), points[name]]
    return origin === undefined || value === null ? {} : { [name]: { ...origin, value } }
  }
  return Object.assign({}, NO_INPUTS, ...INPUT_NAMES.map(input))
}

/** Closes by coin, provider and time. */
function rememberCloses(closes: Map<string, number>, { coin, inputs }: Facts, { hours }: Points): void {
  const source = inputs.find(({ name }) => name === "hours")?.source ?? ""
  for (const { openTimeMs, closeUsd } of hours ?? []) {
    closes.set(`${coin} ${source} ${openTimeMs + intervalMs["1h"]}`, closeUsd)
  }
}

function checkExits(records: readonly ExportedRecord[], closes: ReadonlyMap<string, number>) {
  const found = records.flatMap(({ id, coin, facts, outcomes }) =>
    outcomes.flatMap(({ horizon, source, exit_time, exit_price }) => {
      const closeAt = (timeMs: number) => closes.get(`${coin} ${source} ${timeMs}`)
      const exitMs = Date.parse(exit_time)
      const dueMs = (Facts.safeParse(facts).data?.decisionTimeMs ?? exitMs) + horizonMs[horizon]
      const close = closeAt(exitMs)
      if (close === undefined) return []
      const isFirst = !hoursBetween(dueMs, exitMs).some((timeMs) => closeAt(timeMs) !== undefined)
      return [{ isRight: close === exit_price, isFirst, text: `${id} ${horizon}` }]
    }),
  )
  const wrong = found
    .filter(({ isRight }) => !isRight)
    .map(({ text }) => `${text}: its exit is not the close of that hour.`)
  return { exits: found.length, wrong, late: found.filter(({ isFirst }) => !isFirst).map(({ text }) => text) }
}

/** Every hour from `fromMs` on and before `toMs`. */
function hoursBetween(fromMs: number, toMs: number): readonly number[] {
  const hourMs = intervalMs["1h"]
  return Array.from({ length: Math.max(0, Math.ceil((toMs - fromMs) / hourMs)) }, (_, hour) => fromMs + hour * hourMs)
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex")
}

import type { MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import type { SealedFacts, SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import type { OutcomeStore, SealedStore } from "@/lib/domain/track-record/sealed-store"

/** Whether the values of a sealed source, or what was computed from it, may be answered. `input`: the input that read it. */
export type MaySell = (from: { readonly source: string; readonly input?: string }, form: "value" | "class") => boolean

type Red = { readonly ofCall: readonly string[]; readonly ofDocument: readonly string[] }

const known = new WeakMap<MaySell, WeakMap<SealedFacts, Red>>()

/**
 * The sources of a call that forbid to answer with anything of it: that of its price, and of every input behind its votes. A
 * record can be older than the profile of the service.
 */
export function redSourcesOf(facts: SealedFacts, maySell: MaySell): readonly string[] {
  return redOf(facts, maySell).ofCall
}

/**
 * The sources that forbid to publish the sealed document: those of the call, and those whose values it carries. The commitment is
 * to the whole document, so that none of it can be left out.
 */
export function redSourcesOfDocument(facts: SealedFacts, maySell: MaySell): readonly string[] {
  return redOf(facts, maySell).ofDocument
}

/** Once for each record, because the records of a process stay in memory. */
function redOf(facts: SealedFacts, maySell: MaySell): Red {
  const ofRights = known.get(maySell) ?? new WeakMap<SealedFacts, Red>()
  known.set(maySell, ofRights)
  const red = ofRights.get(facts) ?? findRed(facts, maySell)
  ofRights.set(facts, red)
  return red
}

function findRed(facts: SealedFacts, maySell: MaySell): Red {
  const { inputs, ...carried } = facts
  const read = inputs.map(({ name, source }) => ({ source, input: name }))
  const fearGreed = read.filter(({ input }) => input === "fearGreed" && facts.fearGreed !== null)
  const price = named([facts], (from) => maySell(from, "value"))
  const votes = named(read, (from) => maySell(from, "class"))
  const values = named([...sourcesIn(carried), ...fearGreed], (from) => maySell(from, "value"))
  return { ofCall: [...new Set([...price, ...votes])], ofDocument: [...new Set([...values, ...votes])] }
}

/** The whole chain, and the calls and outcomes of which figures may be answered. */
export async function readShown({
  sealed,
  outcomes,
  maySell,
}: {
  readonly sealed: Pick<SealedStore, "list">
  readonly outcomes: Pick<OutcomeStore, "list">
  readonly maySell: MaySell
}): Promise<{
  readonly chain: readonly SealedSignal[]
  readonly records: readonly SealedSignal[]
  readonly outcomes: readonly MeasuredOutcome[]
}> {
  const [chain, measured] = await Promise.all([sealed.list(), outcomes.list()])
  return {
    chain,
    records: chain.filter(({ facts }) => redSourcesOf(facts, maySell).length === 0),
    outcomes: measured.filter((outcome) => maySell(outcome, "value")),
  }
}

function named<T extends { readonly source: string }>(
  from: readonly T[],
  may: (from: T) => boolean,
): readonly string[] {
  return [...new Set(from.filter((each) => !may(each)).map(({ source }) => source))]
}

/** Everything below a value that names its source. */
function sourcesIn(value: unknown): readonly { readonly source: string }[] {
  if (typeof value !== "object" || value === null) return []
  const own = "source" in value && typeof value.source === "string" ? [{ source: value.source }] : []
  return [...own, ...Object.values(value).flatMap(sourcesIn)]
}

import { createHash, randomBytes, randomUUID } from "node:crypto"
import type { Logger } from "pino"
import { type Clock, isOver } from "@/lib/domain/clock"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { previousDirectionAt } from "@/lib/domain/signals/previous-direction"
import type { Direction } from "@/lib/domain/signals/direction"
import type { SeriesFeed } from "@/lib/domain/signals/market-inputs"
import { publishedSeries } from "@/lib/domain/signals/published-series"
import { isLive, lastDecisionTime, sealedId } from "@/lib/domain/track-record/sealed-signal"
import type { SealedInputStore, SealedStore, OutcomeStore } from "@/lib/domain/track-record/sealed-store"
import { isPostgres } from "@/lib/store/dialect"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import { createSqlSealedInputs } from "@/lib/store/sql-sealed-inputs"
import { createSqlSealedStore, createSqlOutcomeStore } from "@/lib/store/sql-sealed-store"
import { callAtClose, type KeptCall } from "@/lib/usecases/call-at-close"
import type { SealedBasis } from "@/lib/usecases/read-market"
import {
  type CallParams,
  replaySignals,
  type SealingPorts,
  type SealResult,
  sealSignals,
} from "@/lib/usecases/seal-signals"
import { readSealedInputs } from "@/lib/usecases/sealed-inputs"
import { measureOutcomes } from "@/lib/usecases/measure-outcomes"

const TICK_MS = 30_000
/** Between two replayed closes, so that requests come first. */
const BREATH_MS = 5

export type Records = {
  readonly sealed: SealedStore
  readonly outcomes: OutcomeStore
  readonly inputs: SealedInputStore
}

export type RecordKeeping = {
  readonly store: Store
  readonly candles: CandleFeed
  readonly series: SeriesFeed
  readonly log: Pick<Logger, "info" | "warn" | "error">
  /** How far back an empty chain is filled. */
  readonly replayMs: number
}

const opened = new WeakMap<Store, Records>()

/** The sealed records of a store; what they have read is shared by everyone in the process. */
export function recordsOf(store: Store): Records {
  const known = opened.get(store)
  if (known !== undefined) return known
  const fresh = {
    sealed: createSqlSealedStore(store),
    outcomes: createSqlOutcomeStore(store),
    inputs: createSqlSealedInputs(store),
  }
  opened.set(store, fresh)
  return fresh
}

/** The class sealed at the close directly before the current one: the dead band of live answers holds on to it. */
export async function previousDirection(store: Store, coin: Coin, nowMs: number): Promise<Direction | null> {
  const decisionTimeMs = lastDecisionTime(nowMs)
  const last = await recordsOf(store).sealed.latest(coin, decisionTimeMs)
  return previousDirectionAt(last?.facts ?? null, decisionTimeMs)
}

type Held = {
  readonly id: string
  readonly sinceMs: number
  readonly lengthMs: number
  readonly basis: Promise<SealedBasis | null>
}

const heldBases = new WeakMap<Store, Map<Coin, Held>>()
/** A close is sealed within seconds; until then its record is looked for this often. */
const LOOK_AGAIN_MS = 2_000

/**
 * The record of the newest close with the inputs that it was sealed from: what is sold until the next one is made from them, so that it is the
 * call on record, also when an input arrives late. `null` until it is sealed, and after a call that had too few inputs.
 */
export async function sealedBasis(store: Store, coin: Coin, nowMs: number): Promise<SealedBasis | null> {
  const id = sealedId(coin, lastDecisionTime(nowMs))
  const held = heldBases.get(store) ?? new Map<Coin, Held>()
  heldBases.set(store, held)
  const known = held.get(coin)
  if (known?.id === id && !isOver({ ...known, nowMs })) return known.basis
  const basis = findBasis(store, id)
  held.set(coin, { id, sinceMs: nowMs, lengthMs: LOOK_AGAIN_MS, basis })
  const found = await basis
  if (found !== null && held.get(coin)?.basis === basis) held.set(coin, { id, sinceMs: 0, lengthMs: Infinity, basis })
  return found
}

async function findBasis(store: Store, id: string): Promise<SealedBasis | null> {
  const { sealed, inputs } = recordsOf(store)
  const record = await sealed.find(id)
  const read = record === null || record.facts.degraded ? null : await readSealedInputs(record.facts, inputs)
  if (record === null || read === null) return null
  return { id, commitment: record.commitment, previousDirection: record.facts.previousDirection, inputs: read }
}

export type RecordKeeper = {
  /** No round begins any more, and the next process may seal the next close. Resolves when the last round is over. */
  stop(): Promise<void>
}

/**
 * Seals every 4h close and writes down every outcome, from now on until it is stopped. Of all processes that share the
 * database one does: the chain would let only one through anyway.
 *
 * A chain without a single live record first gets its last `replayMs` as a replay, which is marked by when it was made
 * and never counts as live.
 */
export function keepRecord(keeping: RecordKeeping): RecordKeeper {
  const { store, log } = keeping
  const lease = createLease(store, { name: "record", holder: randomUUID(), ttlMs: 3 * TICK_MS })
  let round: Promise<void> | null = null
  let asked = Promise.resolve(true)
  const tick = async () => {
    // Asked also while a long replay runs, which keeps the lease. An embedded database has one process anyway.
    if (isPostgres(store)) asked = lease.hold()
    const isOurs = await asked
    if (!isOurs || round !== null) return
    round = writeRecord(keeping, Date.now).finally(() => {
      round = null
    })
    await round
  }
  const run = () => void tick().catch((error: unknown) => log.error({ err: error }, "record_failed"))
  const timer = setInterval(run, TICK_MS).unref()
  run()
  return {
    async stop() {
      clearInterval(timer)
      // What is asked by now would take the lease anew. A tick that failed has said so.
      await asked.catch(() => undefined)
      await lease.release()
      await round?.catch(() => undefined)
    },
  }
}

/** One round: replay where nothing is live yet, seal, settle. A replay takes minutes: each step has its own time. */
export async function writeRecord(keeping: RecordKeeping, clock: Clock): Promise<void> {
  const { candles, log, replayMs } = keeping
  const records = recordsOf(keeping.store)
  const ports = sealingPorts(keeping, records, clock)
  const isFirst = !(await records.sealed.list()).some(({ facts }) => isLive(facts))
  if (isFirst) {
    const call: SealingPorts["call"] = (question) => breath().then(() => callAfterwards(question, keeping))
    await replaySignals({ ...ports, call }, clock() - replayMs)
  }
  const results = await sealSignals(ports)
  const sealed = results.filter(({ outcome }) => outcome === "sealed")
  const settled = await measureOutcomes({ ...records, candles }, clock())
  if (sealed.length > 0 || settled > 0) log.info({ sealed: sealed.map(({ id }) => id), settled }, "record_written")
  // Where nothing is live yet, what is too late for that is still to be replayed.
  if (!isFirst) await tellMissed(keeping, records.sealed, results)
}

/** Says once of a close that its time to be sealed is over: nothing makes up for it. */
async function tellMissed({ store, log }: RecordKeeping, sealed: SealedStore, results: readonly SealResult[]) {
  const told = toldMissed.get(store) ?? new Set<string>()
  toldMissed.set(store, told)
  for (const { id, outcome } of results) {
    if (outcome !== "too_late" || told.has(id)) continue
    const record = await sealed.find(id)
    told.add(id)
    if (record === null) log.warn({ id }, "close_missed")
  }
}

const toldMissed = new WeakMap<Store, Set<string>>()

/** A call on the past, from series that hold more by now than had been published then. */
function callAfterwards(question: CallParams, { candles, series }: RecordKeeping): Promise<KeptCall | null> {
  const published: SeriesFeed = {
    read: async (coin) => publishedSeries(await series.read(coin), question.decisionTimeMs),
  }
  return callAtClose(question, { candles, series: published }, sha256)
}

function sealingPorts({ candles, series }: RecordKeeping, { sealed, inputs }: Records, clock: Clock): SealingPorts {
  return {
    store: sealed,
    inputs,
    call: (question) => callAtClose(question, { candles, series }, sha256),
    nonce: () => randomBytes(16).toString("hex"),
    sha256,
    clock,
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex")
}

function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BREATH_MS))
}

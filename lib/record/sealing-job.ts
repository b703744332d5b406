import { createHash, randomBytes, randomUUID } from "node:crypto"
import type { Logger } from "pino"
import type { Clock } from "@/lib/domain/clock"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import type { SeriesFeed } from "@/lib/domain/signals/market-inputs"
import { publishedSeries } from "@/lib/domain/signals/published-series"
import { isLive } from "@/lib/domain/track-record/sealed-signal"
import type { SealedStore } from "@/lib/domain/track-record/sealed-store"
import { isPostgres } from "@/lib/store/dialect"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import { callAtClose, type CallParams, type ComparedFeeds, type ReplayableCall } from "@/lib/usecases/call-at-close"
import { replaySignals, type SealingPorts, type SealResult, sealSignals } from "@/lib/usecases/seal-signals"
import { measureOutcomes } from "@/lib/usecases/measure-outcomes"
import { type Records, recordsOf } from "./records"

const TICK_MS = 30_000
/** Pause between two replayed closes, so that requests are served in between. */
const REPLAY_PAUSE_MS = 5

export type SealingJobPorts = {
  readonly store: Store
  readonly candles: CandleFeed
  readonly series: SeriesFeed
  /** What is sealed beside our forecast. */
  readonly compared?: ComparedFeeds
  readonly log: Pick<Logger, "info" | "warn" | "error">
  /** How far back an empty chain is filled. */
  readonly replayMs: number
  /** False while the record contradicts its own anchor: then nothing is added to it. Absent: always. */
  readonly mayWrite?: () => Promise<boolean>
}

export type SealingJob = {
  /** Starts no further round and releases the lease. Resolves when the current round has ended; a replay ends early. */
  stop(): Promise<void>
}

/**
 * Seals every 4h close and stores every outcome until it is stopped. One of the processes that share a database does so,
 * because the hash chain accepts one writer.
 *
 * A chain without a live record is first filled with a replay of `replayMs`. Replayed calls are marked by their sealing time
 * and never count as live.
 */
export function startSealingJob(ports: SealingJobPorts): SealingJob {
  const { store, log } = ports
  const lease = createLease(store, { name: "record", holder: randomUUID(), ttlMs: 3 * TICK_MS })
  let round: Promise<void> | null = null
  let holding = Promise.resolve(true)
  let isStopped = false
  const tick = async () => {
    // The lease is renewed during a long replay too. An embedded database has one process and needs no lease.
    if (isPostgres(store)) holding = lease.hold()
    const isHolder = await holding
    if (!isHolder || round !== null || (await ports.mayWrite?.()) === false) return
    if (isStopped || round !== null) return
    round = writeRecord(ports, Date.now, () => isStopped).finally(() => {
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
      isStopped = true
      // A pending hold() would take the lease again after its release. The tick logs its own failure.
      await holding.catch(() => undefined)
      await lease.release()
      await round?.catch(() => undefined)
    },
  }
}

/** One round: replays when there is no live record, then seals and settles. A replay takes minutes, so each step reads the clock. */
export async function writeRecord(job: SealingJobPorts, clock: Clock, isStopped = () => false): Promise<void> {
  const { candles, log, replayMs } = job
  const records = recordsOf(job.store)
  const ports = sealingPorts(job, records, clock)
  const isFirst = !(await records.sealed.list()).some(({ facts }) => isLive(facts))
  if (isFirst) {
    const call: SealingPorts["call"] = (question) => yieldToRequests().then(() => callFromPublished(question, job))
    await replaySignals({ ...ports, call, isStopped }, clock() - replayMs)
  }
  if (isStopped()) return
  const results = await sealSignals(ports)
  const sealed = results.filter(({ outcome }) => outcome === "sealed")
  const settled = await measureOutcomes({ ...records, candles }, clock())
  if (sealed.length > 0 || settled > 0) log.info({ sealed: sealed.map(({ id }) => id), settled }, "record_written")
  // In the first round, closes that are too late to seal are still to be replayed.
  if (!isFirst) await logMissed(job, records.sealed, results)
}

/** Logs once for each close that was not sealed in time, because it can never be sealed later. */
async function logMissed({ store, log }: SealingJobPorts, sealed: SealedStore, results: readonly SealResult[]) {
  const logged = loggedMisses.get(store) ?? new Set<string>()
  loggedMisses.set(store, logged)
  for (const { id, outcome } of results) {
    if (outcome !== "too_late" || logged.has(id)) continue
    const record = await sealed.find(id)
    logged.add(id)
    if (record === null) log.warn({ id }, "close_missed")
  }
}

const loggedMisses = new WeakMap<Store, Set<string>>()

/** A call about the past, from values that were published at that time. The series have newer values now. */
function callFromPublished(question: CallParams, { candles, series }: SealingJobPorts): Promise<ReplayableCall | null> {
  const published: SeriesFeed = {
    read: async (coin) => publishedSeries(await series.read(coin), question.decisionTimeMs),
  }
  return callAtClose(question, { candles, series: published }, sha256)
}

function sealingPorts(
  { candles, series, compared }: SealingJobPorts,
  { sealed, inputs }: Records,
  clock: Clock,
): SealingPorts {
  return {
    store: sealed,
    inputs,
    call: (question) => callAtClose(question, { candles, series, ...compared }, sha256),
    nonce: () => randomBytes(16).toString("hex"),
    sha256,
    clock,
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex")
}

function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REPLAY_PAUSE_MS))
}

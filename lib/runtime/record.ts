import { createHash, randomBytes, randomUUID } from "node:crypto"
import type { Logger } from "pino"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import type { Direction } from "@/lib/domain/signals/direction"
import type { SeriesFeed } from "@/lib/domain/signals/market-inputs"
import { isLive, lastDecisionTime } from "@/lib/domain/track-record/sealed-signal"
import type { SealedStore, SettlementStore } from "@/lib/domain/track-record/sealed-store"
import { DAY_MS } from "@/lib/domain/utc-day"
import { isPostgres } from "@/lib/store/dialect"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import { createSqlSealedStore, createSqlSettlementStore } from "@/lib/store/sql-sealed-store"
import { callAtClose } from "@/lib/usecases/call-at-close"
import { replaySignals, type SealingPorts, sealSignals } from "@/lib/usecases/seal-signals"
import { settleSignals } from "@/lib/usecases/settle-signals"

const TICK_MS = 30_000
/** Two months: as many hourly candles are held, and outcomes are measured on them. */
const REPLAY_MS = 60 * DAY_MS
/** Between two replayed closes, so that requests come first. */
const BREATH_MS = 5

export type Records = { readonly sealed: SealedStore; readonly settlements: SettlementStore }

export type RecordKeeping = {
  readonly store: Store
  readonly candles: CandleFeed
  readonly series: SeriesFeed
  readonly log: Pick<Logger, "info" | "error">
  /** How far back an empty chain is filled; two months unless told. */
  readonly replayMs?: number
}

const opened = new WeakMap<Store, Records>()

/** The sealed records of a store; what they have read is shared by everyone in the process. */
export function recordsOf(store: Store): Records {
  const known = opened.get(store)
  if (known !== undefined) return known
  const fresh = { sealed: createSqlSealedStore(store), settlements: createSqlSettlementStore(store) }
  opened.set(store, fresh)
  return fresh
}

/** The class sealed at the decision before the current one: the dead band of live answers holds on to it. */
export async function previousDirection(store: Store, coin: Coin, nowMs: number): Promise<Direction | null> {
  const before = await recordsOf(store).sealed.latest(coin, lastDecisionTime(nowMs))
  return before?.facts.direction ?? null
}

/**
 * Seals every 4h close and writes down every outcome, from now on and for the life of the process. Of all processes that
 * share the database one does: the chain would let only one through anyway.
 *
 * A chain without a single live record first gets the last two months as a replay, which is marked by when it was made
 * and never counts as live.
 */
export function keepRecord(keeping: RecordKeeping): void {
  const { store, log } = keeping
  const lease = createLease(store, { name: "record", holder: randomUUID(), ttlMs: 3 * TICK_MS })
  let isRunning = false
  const tick = async () => {
    // Asked also while a long replay runs, which keeps the lease. An embedded database has one process anyway.
    const isOurs = !isPostgres(store) || (await lease.hold(Date.now()))
    if (!isOurs || isRunning) return
    isRunning = true
    await writeRecord(keeping, Date.now()).finally(() => {
      isRunning = false
    })
  }
  const run = () => void tick().catch((error: unknown) => log.error({ err: error }, "record_failed"))
  setInterval(run, TICK_MS).unref()
  run()
}

/** One round: replay where nothing is live yet, seal, settle. */
export async function writeRecord(keeping: RecordKeeping, nowMs: number): Promise<void> {
  const { candles, log, replayMs = REPLAY_MS } = keeping
  const records = recordsOf(keeping.store)
  const ports = sealingPorts(keeping, records.sealed)
  if (!(await records.sealed.list()).some(({ facts }) => isLive(facts))) {
    const unhurried: SealingPorts = { ...ports, call: (question) => breath().then(() => ports.call(question)) }
    await replaySignals(unhurried, { fromMs: nowMs - replayMs, nowMs })
  }
  const sealed = (await sealSignals(ports, nowMs)).filter(({ outcome }) => outcome === "sealed")
  const settled = await settleSignals({ ...records, candles }, nowMs)
  if (sealed.length > 0 || settled > 0) log.info({ sealed: sealed.map(({ id }) => id), settled }, "record_written")
}

function sealingPorts({ candles, series }: RecordKeeping, store: SealedStore): SealingPorts {
  return {
    store,
    call: (question) => callAtClose(question, { candles, series }),
    nonce: () => randomBytes(16).toString("hex"),
    sha256: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
  }
}

function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BREATH_MS))
}

import { isOver } from "@/lib/domain/clock"
import { COINS } from "@/lib/domain/market/coin"
import { lastDecisionTime, SEAL_WINDOW_MS } from "@/lib/domain/track-record/sealed-signal"
import type { Store } from "@/lib/store/open-store"
import type { RecordPorts } from "@/lib/usecases/record-answer"

const MAX_ANSWERS = 200
const STATE_CACHE_MS = 5_000

/** The ports of a use case about the record, and the store that it reads. */
export type StoredRecordPorts = RecordPorts & { readonly store: Store }

type AnswerCache = {
  /** A digest of everything that answers depend on besides their parameters. */
  state: Promise<string> | null
  stateSinceMs: number
  readonly answers: Map<string, Promise<unknown>>
  queue: Promise<unknown>
}

const caches = new WeakMap<Store, AnswerCache>()

/**
 * Computes an answer once for each question and state of the record, one at a time. A computation takes tens of
 * milliseconds of processor time for a hundred days, so requests are served between two of them.
 */
export async function cachedRecordAnswer<T>(
  name: string,
  question: object,
  ports: StoredRecordPorts,
  compute: () => Promise<T>,
): Promise<T> {
  const cache = cacheOf(ports.store)
  const state = await stateOf(cache, ports)
  const key = `${state} ${name} ${JSON.stringify(question)}`
  const known = cache.answers.get(key)
  // The key contains the name, so the value has the type of that name's answer.
  if (known !== undefined) return known as Promise<T>
  const answer = cache.queue.then(yieldToRequests).then(compute)
  cache.queue = answer.catch(() => undefined)
  cache.answers.set(key, answer)
  answer.catch(() => cache.answers.delete(key))
  for (const oldest of [...cache.answers.keys()].slice(0, Math.max(0, cache.answers.size - MAX_ANSWERS))) {
    cache.answers.delete(oldest)
  }
  return answer
}

/** Lets pending requests run before more work is done. */
export function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function cacheOf(store: Store): AnswerCache {
  const known = caches.get(store)
  if (known !== undefined) return known
  const cache: AnswerCache = { state: null, stateSinceMs: 0, answers: new Map(), queue: Promise.resolve() }
  caches.set(store, cache)
  return cache
}

function stateOf(cache: AnswerCache, ports: StoredRecordPorts): Promise<string> {
  if (cache.state !== null && !isOver({ sinceMs: cache.stateSinceMs, lengthMs: STATE_CACHE_MS, nowMs: ports.nowMs }))
    return cache.state
  cache.stateSinceMs = ports.nowMs
  cache.state = readState(ports)
  cache.state.catch(() => {
    cache.state = null
  })
  return cache.state
}

async function readState({ sealed, outcomes, candles, proof, nowMs }: StoredRecordPorts): Promise<string> {
  const [head, measured, results, proven, ...days] = await Promise.all([
    sealed.head(),
    outcomes.list(),
    outcomes.listQuestions(),
    proof(),
    ...COINS.map((coin) => candles.candles(coin, "1d")),
  ])
  const newest = days.map((series) => series?.asOfMs ?? "none").join(" ")
  // A close reveals and ages records even when nothing new is sealed, and counts as missed after its sealing window.
  const closes = `${lastDecisionTime(nowMs)} ${lastDecisionTime(nowMs - SEAL_WINDOW_MS)}`
  const proofs = `${proven.anchors[0]?.transaction} ${proven.anchors.length} ${proven.acceptances.length} ${proven.checkedMs}`
  return `${head?.hash ?? "none"} ${measured.length} ${results.length} ${newest} ${closes} ${proofs}`
}

import type { Sleep } from "@/lib/domain/clock"
import { singleton } from "@/lib/server/nextjs/singleton"

type Stoppable = { stop(): Promise<void> }

export type ShutdownOptions = {
  /** How long `/api/ready` is 503 before connections are refused, so that a load balancer can turn away. */
  readonly delayMs: number
  /** Resolves when no connection is accepted and every request is answered. */
  readonly closeServer: () => Promise<void>
  /** Jobs of this process; they are stopped while requests are still answered. */
  readonly jobs: readonly Stoppable[]
  /** Stopped last: requests that are under way need it to settle. */
  readonly settler: Stoppable
  /** Sends the spans of all steps before it. */
  readonly traces: Stoppable
  readonly sleep: Sleep
  readonly onFault: (cause: unknown) => void
}

/** Requests that are under way get this time: a payment hears its outcome within 20 seconds. */
const MAX_REQUESTS_MS = 15_000
/** For the transactions that are still in flight afterwards, and the leases. */
const MAX_SETTLER_MS = 12_000
/** A collector that does not answer holds nothing up for longer. */
const MAX_TRACES_MS = 2_000

type ShutdownState = { isStopping: boolean; readonly listeners: Set<() => void> }

function state(): ShutdownState {
  return singleton<ShutdownState>("shutdown", () => ({ isStopping: false, listeners: new Set() }))
}

/** True from the signal to end on. */
export function isStopping(): boolean {
  return state().isStopping
}

/** Calls back when the process begins to end, for connections that would never end by themselves. Returns its undoing. */
export function onStopping(callback: () => void): () => void {
  const { listeners } = state()
  listeners.add(callback)
  return () => void listeners.delete(callback)
}

/**
 * Ends the service in order: not ready, no new connections, answers to running requests, then the settler with its
 * lease. Takes `delayMs` and at most 29 seconds. Never rejects.
 */
export async function shutdown(options: ShutdownOptions): Promise<void> {
  const { delayMs, closeServer, jobs, settler, traces, sleep, onFault } = options
  state().isStopping = true
  if (delayMs > 0) await sleep(delayMs)
  for (const callback of state().listeners) callback()
  const within = (step: Promise<void>, ms: number) => Promise.race([step.catch(onFault), sleep(ms)])
  const jobsEnded = Promise.all(jobs.map((job) => within(job.stop(), MAX_REQUESTS_MS)))
  await within(closeServer(), MAX_REQUESTS_MS)
  await within(settler.stop(), MAX_SETTLER_MS)
  await jobsEnded
  await within(traces.stop(), MAX_TRACES_MS)
}

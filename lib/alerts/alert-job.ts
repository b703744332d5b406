import { randomUUID } from "node:crypto"
import {
  type AlertFacts,
  type Condition,
  evaluateCondition,
  kindsOf,
  parseCondition,
} from "@/lib/domain/alerts/condition"
import { singleFlight } from "@/lib/domain/single-flight"
import { DAY_MS, HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import type { SendError } from "@/lib/outbound/send-error"
import { type Alert, type AlertStore, createAlertStore, type Watch } from "@/lib/store/alert-store"
import { isPostgres } from "@/lib/store/dialect"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"

const TICK_MS = 10_000
/** An attempt takes up to 10 seconds, and the lease is renewed by each tick. */
const LEASE_MS = 3 * TICK_MS
const MAX_CONCURRENT = 8
const FIRST_RETRY_MS = 10_000
const MAX_RETRY_MS = HOUR_MS
/** An alert that could not be delivered for this long is given up, and the next one of its watch follows. */
const MAX_DELIVERY_MS = DAY_MS
/** Ended watches and their delivery logs are kept this long. */
const KEPT_MS = 7 * DAY_MS
/** A payment that is this old is settled or refused, and an unpaid watch costs its owner nothing. */
const UNPAID_MS = DAY_MS

export type AlertJobPorts = {
  readonly store: Store
  /** `kinds`: the conditions that are watched, so that nothing else is computed. */
  readonly facts: (kinds: ReadonlySet<Condition["kind"]>) => Promise<AlertFacts>
  /** Resolves to `null` when the alert was accepted, otherwise to the reason of the failure. */
  readonly send: (message: {
    readonly alert: Alert
    readonly watch: Watch
    readonly body: string
  }) => Promise<SendError | null>
  readonly clock: () => number
  readonly onFault: (cause: unknown) => void
}

export type AlertJob = { stop(): Promise<void> }

/**
 * Evaluates watches and delivers alerts, in one of the processes that share a database, until it is stopped. A delivery
 * that is due does not wait for the values that watches compare: reading them may take long or fail.
 */
export function startAlertJob(ports: AlertJobPorts): AlertJob {
  const { store, onFault } = ports
  const lease = createLease(store, { name: "alerts", holder: randomUUID(), ttlMs: LEASE_MS })
  const evaluate = singleFlight(() => evaluateWatches(ports))
  const deliver = singleFlight(() => deliverAlerts(ports))
  const running = new Set<Promise<void>>()
  let holding = Promise.resolve(true)
  const run = (work: Promise<void>) => {
    const ended = work.catch(onFault).finally(() => running.delete(ended))
    running.add(ended)
  }
  const tick = async () => {
    if (isPostgres(store)) holding = lease.hold()
    if (!(await holding)) return
    run(deliver())
    run(evaluate().then(deliver))
  }
  const timer = setInterval(() => void tick().catch(onFault), TICK_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await holding.catch(() => undefined)
      await Promise.all(running)
      await lease.release()
    },
  }
}

/** Alerts of changed conditions are stored together with the new states. */
export async function evaluateWatches(ports: Pick<AlertJobPorts, "store" | "facts" | "clock">): Promise<void> {
  const alerts = createAlertStore(ports.store)
  const nowMs = ports.clock()
  const watches = await alerts.listActive(nowMs)
  if (watches.length === 0) return
  const facts = await ports.facts(kindsOf(watches.flatMap(({ conditions }) => conditions)))
  for (const watch of watches) await evaluateWatch(alerts, watch, { facts, nowMs })
}

/** Sends everything that is due, and deletes what has been kept long enough. */
export async function deliverAlerts(ports: Omit<AlertJobPorts, "facts">): Promise<void> {
  const alerts = createAlertStore(ports.store)
  const queue = (await alerts.listDue(ports.clock())).values()
  const work = async () => {
    for (const { alert, watch } of queue) await alerts.update(await attempt(alert, watch, ports))
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
  const nowMs = ports.clock()
  await alerts.prune({ endedMs: nowMs - KEPT_MS, unpaidMs: nowMs - UNPAID_MS })
}

async function evaluateWatch(
  store: AlertStore,
  watch: Watch,
  { facts, nowMs }: { readonly facts: AlertFacts; readonly nowMs: number },
): Promise<void> {
  const results = watch.conditions.map((text, index) => {
    const condition = parseCondition(text, Object.keys(facts.resources))
    const before = watch.states[index] ?? null
    return condition === null ? { state: before, isDue: false } : evaluateCondition(condition, before, facts)
  })
  const states = results.map(({ state }) => state)
  const due = watch.conditions.filter((_, index) => results[index]?.isDue)
  if (due.length === 0 && JSON.stringify(states) === JSON.stringify(watch.states)) return
  await store.advance(
    watch,
    states,
    due.map((condition) => newAlert(watch, condition, nowMs)),
  )
}

function newAlert({ id }: Watch, condition: string, nowMs: number): Alert {
  const open = { status: "queued", attempts: 0, endedMs: null, error: null } as const
  return { ...open, id: randomUUID(), watchId: id, condition, createdMs: nowMs, nextMs: nowMs }
}

async function attempt(
  alert: Alert,
  watch: Watch,
  { send, clock, onFault }: Pick<AlertJobPorts, "send" | "clock" | "onFault">,
): Promise<Alert> {
  const failure = await send({ alert, watch, body: alertBody(alert) }).catch((cause: unknown): SendError => {
    // One alert that cannot be sent must not hold back those of other watches.
    onFault(cause)
    return { reason: "Internal error." }
  })
  const nowMs = clock()
  const attempts = alert.attempts + 1
  if (failure === null) return { ...alert, attempts, status: "delivered", endedMs: nowMs, error: null }
  const { reason: error, isFinal = false, retryAfterMs = 0 } = failure
  if (isFinal || nowMs - alert.createdMs >= MAX_DELIVERY_MS) {
    return { ...alert, attempts, status: "failed", endedMs: nowMs, error }
  }
  const pauseMs = Math.min(MAX_RETRY_MS, Math.max(retryAfterMs, FIRST_RETRY_MS * 2 ** alert.attempts))
  return { ...alert, attempts, error, nextMs: nowMs + pauseMs }
}

/** The kind of a stored condition is its first word. */
/** The message to the receiver: the condition that was met, without paid values. */
export function alertBody({ id, watchId, condition, createdMs }: Alert): string {
  return JSON.stringify({ id, watch: watchId, condition, met_at: isoTime(createdMs) })
}

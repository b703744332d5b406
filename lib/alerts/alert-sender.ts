import { alertHostOf } from "@/lib/domain/alerts/alert-target"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { SendError } from "@/lib/outbound/send-error"
import type { Alert, DueAlert, Watch } from "@/lib/store/alert-rows"
import { createAlertStore, MAX_RETRY_MS } from "@/lib/store/alert-store"
import type { Store } from "@/lib/store/open-store"

/** Attempts at once by what is known of the target, so that targets that never answer hold up no others. */
const QUEUES = { proven: 128, first: 256, failing: 64 } as const
const MAX_ATTEMPTS_PER_PAYER = 8
const MAX_ATTEMPTS_PER_HOST = 8
/** After this time an attempt gives its place in the queue and at the host to the next one, while there is a place for slow ones. */
const SLOW_AFTER_MS = 1_000
const MAX_SLOW = 512
const MAX_SLOW_PER_HOST = 64
const FIRST_RETRY_MS = 10_000
/** An alert that could not be delivered for this long is given up, and the next one of its watch follows. */
const MAX_DELIVERY_MS = DAY_MS
/** A target that has accepted an alert has longer than the others, whose silence takes a place from somebody. */
const ATTEMPT_MS = { proven: 10_000, first: 5_000, failing: 5_000 } as const

type Queue = keyof typeof QUEUES

export type Message = {
  readonly alert: Alert
  readonly watch: Watch
  readonly timeoutMs: number
}

export type AlertSenderPorts = {
  readonly store: Store
  /** Resolves to `null` when the alert was accepted, otherwise to the reason of the failure. */
  readonly send: (message: Message) => Promise<SendError | null>
  readonly clock: () => number
  readonly onFault: (cause: unknown) => void
}

/** Sends due alerts, one at a time for each watch. */
export type AlertSender = {
  /** Reads what is due and starts what has a place. Resolves before the attempts have ended. */
  sendDue(): Promise<void>
  /** Resolves when no attempt is in progress; what waits for a place is left to the next `sendDue`. */
  idle(): Promise<void>
}

export function createAlertSender(ports: AlertSenderPorts): AlertSender {
  const alerts = createAlertStore(ports.store)
  /** By watch. */
  const running = new Map<string, { readonly alertId: string; readonly ended: Promise<void> }>()
  const taken = new Map<string, number>()
  let startedSinceRead = new Set<string>()
  let waiting: readonly Waiting[] = []

  const areFree = (places: readonly Place[]) => places.every(({ key, limit }) => (taken.get(key) ?? 0) < limit)

  function take(places: readonly Place[], count: 1 | -1): void {
    for (const { key } of places) {
      const left = (taken.get(key) ?? 0) + count
      if (left === 0) taken.delete(key)
      else taken.set(key, left)
    }
  }

  function startWaiting(): void {
    const left: Waiting[] = []
    for (const one of waiting) {
      const { alert, watch } = one.due
      if (running.has(watch.id) || startedSinceRead.has(alert.id)) continue
      if (areFree([one.payer, ...one.places])) start(one)
      else left.push(one)
    }
    waiting = left
  }

  function start(one: Waiting): void {
    const { alert, watch } = one.due
    startedSinceRead.add(alert.id)
    let held = one.places
    take([one.payer, ...held], 1)
    const slowTimer = setTimeout(() => {
      if (!areFree(one.slow)) return
      take(held, -1)
      held = one.slow
      take(held, 1)
      startWaiting()
    }, SLOW_AFTER_MS)
    const ended = attempt(one)
      .catch(ports.onFault)
      .finally(() => {
        clearTimeout(slowTimer)
        running.delete(watch.id)
        take([one.payer, ...held], -1)
        startWaiting()
      })
    running.set(watch.id, { alertId: alert.id, ended })
  }

  async function attempt({ due: { alert, watch }, queue }: Waiting): Promise<void> {
    const message = { alert, watch, timeoutMs: ATTEMPT_MS[queue] }
    const failure = await ports.send(message).catch((cause: unknown): SendError => {
      ports.onFault(cause)
      return { reason: "Internal error." }
    })
    const nowMs = ports.clock()
    await alerts.update(afterAttempt(alert, failure, nowMs))
    if (failure?.isFinal) await alerts.end({ id: watch.id }, failure.reason, nowMs)
  }

  return {
    async sendDue() {
      startedSinceRead = new Set([...running.values()].map(({ alertId }) => alertId))
      waiting = (await alerts.listDue(ports.clock())).map(toWaiting)
      startWaiting()
    },
    async idle() {
      waiting = []
      while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

type Place = { readonly key: string; readonly limit: number }

type Waiting = {
  readonly due: DueAlert
  readonly queue: Queue
  /** Held until the attempt ends. */
  readonly payer: Place
  /** Held until the attempt ends or counts as slow. */
  readonly places: readonly Place[]
  readonly slow: readonly Place[]
}

function toWaiting(due: DueAlert): Waiting {
  const host = alertHostOf(due.watch.target)
  const queue = queueOf(due)
  return {
    due,
    queue,
    payer: { key: `payer ${due.watch.payer}`, limit: MAX_ATTEMPTS_PER_PAYER },
    places: [
      { key: `queue ${queue}`, limit: QUEUES[queue] },
      // Many payers share the host of a service, so those that have never answered there hold up none that has.
      { key: `host ${host} ${queue}`, limit: MAX_ATTEMPTS_PER_HOST },
    ],
    slow: [
      { key: "slow", limit: MAX_SLOW },
      { key: `slow host ${host}`, limit: MAX_SLOW_PER_HOST },
    ],
  }
}

function queueOf({ alert, lastEnded }: DueAlert): Queue {
  if (alert.attempts > 0 || lastEnded === "failed") return "failing"
  return lastEnded === "delivered" ? "proven" : "first"
}

function afterAttempt(alert: Alert, failure: SendError | null, nowMs: number): Alert {
  const attempts = alert.attempts + 1
  if (failure === null) return { ...alert, attempts, status: "delivered", endedMs: nowMs, error: null }
  const { reason: error, isFinal = false, retryAfterMs = 0 } = failure
  if (isFinal || nowMs - alert.createdMs >= MAX_DELIVERY_MS) {
    return { ...alert, attempts, status: "failed", endedMs: nowMs, error }
  }
  const pauseMs = Math.min(MAX_RETRY_MS, Math.max(retryAfterMs, FIRST_RETRY_MS * 2 ** alert.attempts))
  return { ...alert, attempts, error, nextMs: nowMs + pauseMs }
}

import { alertHostOf } from "@/lib/domain/alerts/alert-target"
import { DAY_MS, HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import type { SendError } from "@/lib/outbound/send-error"
import type { Alert, DueAlert, Watch } from "@/lib/store/alert-rows"
import { createAlertStore } from "@/lib/store/alert-store"
import type { Store } from "@/lib/store/open-store"

/** Attempts at once by what is known of the target, so that targets that never answer hold up no others. */
const QUEUES = { proven: 128, first: 256, failing: 64 } as const
const MAX_ATTEMPTS_PER_PAYER = 8
const MAX_ATTEMPTS_PER_HOST = 8
const FIRST_RETRY_MS = 10_000
const MAX_RETRY_MS = HOUR_MS
/** An alert that could not be delivered for this long is given up, and the next one of its watch follows. */
const MAX_DELIVERY_MS = DAY_MS
/** A target that has accepted an alert has longer than the others, whose silence takes a place from somebody. */
const ATTEMPT_MS = { proven: 10_000, first: 5_000, failing: 5_000 } as const

type Queue = keyof typeof QUEUES

export type Message = {
  readonly alert: Alert
  readonly watch: Watch
  readonly body: string
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

  const hasPlace = ({ places }: Waiting) => places.every(({ key, limit }) => (taken.get(key) ?? 0) < limit)

  function take({ places }: Waiting, count: 1 | -1): void {
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
      if (hasPlace(one)) start(one)
      else left.push(one)
    }
    waiting = left
  }

  function start(one: Waiting): void {
    const { alert, watch } = one.due
    startedSinceRead.add(alert.id)
    take(one, 1)
    const ended = attempt(one)
      .catch(ports.onFault)
      .finally(() => {
        running.delete(watch.id)
        take(one, -1)
        startWaiting()
      })
    running.set(watch.id, { alertId: alert.id, ended })
  }

  async function attempt({ due: { alert, watch }, queue }: Waiting): Promise<void> {
    const message = { alert, watch, body: alertBody(alert), timeoutMs: ATTEMPT_MS[queue] }
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

type Waiting = {
  readonly due: DueAlert
  readonly queue: Queue
  readonly places: readonly { readonly key: string; readonly limit: number }[]
}

function toWaiting(due: DueAlert): Waiting {
  const { payer, target } = due.watch
  const queue = queueOf(due)
  const places = [
    { key: `queue ${queue}`, limit: QUEUES[queue] },
    { key: `payer ${payer}`, limit: MAX_ATTEMPTS_PER_PAYER },
    { key: `host ${alertHostOf(target)}`, limit: MAX_ATTEMPTS_PER_HOST },
  ]
  return { due, queue, places }
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

/** The message to the receiver: the condition that was met, without paid values. */
export function alertBody({ id, watchId, condition, createdMs }: Alert): string {
  return JSON.stringify({ id, watch: watchId, condition, met_at: isoTime(createdMs) })
}

import { randomUUID } from "node:crypto"
import { CONDITION_PAUSE_MS, LIMIT_SPAN_MS, limitReason } from "@/lib/domain/alerts/alert-limits"
import {
  type AlertFacts,
  type Condition,
  evaluateCondition,
  kindsOf,
  parseCondition,
} from "@/lib/domain/alerts/condition"
import { singleFlight } from "@/lib/domain/single-flight"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { Alert, Watch } from "@/lib/store/alert-rows"
import { createAlertStore } from "@/lib/store/alert-store"
import { isPostgres } from "@/lib/store/dialect"
import { createLease } from "@/lib/store/lease"
import { createTelegramChats } from "@/lib/store/telegram-chats"
import { type AlertSenderPorts, createAlertSender } from "./alert-sender"

const TICK_MS = 10_000
/** An attempt takes up to 10 seconds, and the lease is renewed by each tick. */
const LEASE_MS = 3 * TICK_MS
/** Ended watches and their delivery logs are kept this long. */
const KEPT_MS = 7 * DAY_MS
/** A payment that is this old is settled or refused, and an unpaid watch costs its owner nothing. */
const UNPAID_MS = DAY_MS

export type AlertJobPorts = AlertSenderPorts & {
  /** `kinds`: the conditions that are watched, so that nothing else is computed. */
  readonly facts: (kinds: ReadonlySet<Condition["kind"]>) => Promise<AlertFacts>
  /** Reads what people write to the bot; absent: there is no bot. */
  readonly readChats?: () => Promise<void>
}

export type AlertJob = { stop(): Promise<void> }

/**
 * Evaluates watches and delivers alerts, in one of the processes that share a database, until it is stopped. A delivery
 * that is due does not wait for the values that watches compare: reading them may take long or fail.
 */
export function startAlertJob(ports: AlertJobPorts): AlertJob {
  const { store, onFault } = ports
  const lease = createLease(store, { name: "alerts", holder: randomUUID(), ttlMs: LEASE_MS })
  const sender = createAlertSender(ports)
  const evaluate = singleFlight(() => evaluateWatches(ports))
  const send = singleFlight(() => sender.sendDue())
  const prune = singleFlight(() => pruneAlerts(ports))
  const readChats = singleFlight(ports.readChats ?? (() => Promise.resolve()))
  const running = new Set<Promise<void>>()
  let holding = Promise.resolve(true)
  const run = (work: Promise<void>) => {
    const ended = work.catch(onFault).finally(() => running.delete(ended))
    running.add(ended)
  }
  const tick = async () => {
    if (isPostgres(store)) holding = lease.hold()
    if (!(await holding)) return sender.idle()
    run(send())
    run(evaluate().then(send))
    run(readChats())
    run(prune())
  }
  const timer = setInterval(() => void tick().catch(onFault), TICK_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await holding.catch(() => undefined)
      await Promise.all(running)
      await sender.idle()
      await lease.release()
    },
  }
}

/** Alerts of changed conditions are stored together with the new states. */
export async function evaluateWatches({
  store,
  facts,
  clock,
}: Pick<AlertJobPorts, "store" | "facts" | "clock">): Promise<void> {
  const alerts = createAlertStore(store)
  const nowMs = clock()
  const watches = await alerts.listActive(nowMs)
  if (watches.length === 0) return
  const [values, raised] = await Promise.all([
    facts(kindsOf(watches.flatMap(({ conditions }) => conditions))),
    alerts.raisedIn({ lengthMs: CONDITION_PAUSE_MS, nowMs }),
  ])
  for (const watch of watches) {
    const { states, due } = compare(watch, values, (condition) => raised.has(`${watch.id} ${condition}`))
    if (due.length === 0 && JSON.stringify(states) === JSON.stringify(watch.states)) continue
    const sent =
      due.length === 0 ? { target: 0, payer: 0 } : await alerts.countIn({ lengthMs: LIMIT_SPAN_MS, nowMs }, watch)
    const raise = (condition: string, index: number) =>
      newAlert(watch, condition, {
        nowMs,
        stopped: limitReason({ target: sent.target + index, payer: sent.payer + index }),
      })
    await alerts.advance(watch, states, due.map(raise))
  }
}

export async function pruneAlerts({ store, clock }: Pick<AlertJobPorts, "store" | "clock">): Promise<void> {
  const nowMs = clock()
  await createAlertStore(store).prune({ endedMs: nowMs - KEPT_MS, unpaidMs: nowMs - UNPAID_MS })
  await createTelegramChats(store).prune(nowMs - KEPT_MS)
}

/** A condition that has raised an alert a short time ago keeps its state, so that the next alert is about a change since then. */
function compare(watch: Watch, facts: AlertFacts, isPaused: (condition: string) => boolean) {
  const results = watch.conditions.map((text, index) => {
    const condition = parseCondition(text, Object.keys(facts.resources))
    const before = watch.states[index] ?? null
    if (condition === null || isPaused(text)) return { state: before, isDue: false }
    return evaluateCondition(condition, before, facts)
  })
  const due = watch.conditions.filter((_, index) => results[index]?.isDue)
  return { states: results.map(({ state }) => state), due }
}

type Raised = { readonly nowMs: number; readonly stopped: string | null }

/** An alert that a limit stops is only in the delivery log. */
function newAlert({ id: watchId }: Watch, condition: string, { nowMs, stopped }: Raised): Alert {
  const alert = { id: randomUUID(), watchId, condition, attempts: 0, createdMs: nowMs, nextMs: nowMs }
  return stopped === null
    ? { ...alert, status: "queued", endedMs: null, error: null }
    : { ...alert, status: "failed", endedMs: nowMs, error: stopped }
}

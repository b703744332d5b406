import type { Selectable } from "kysely"
import type { Tables } from "./tables"

export type Watch = {
  readonly id: string
  /** Lower case. */
  readonly owner: string
  readonly target: string
  readonly secret: string
  readonly conditions: readonly string[]
  /** The last state of each condition. */
  readonly states: readonly (string | null)[]
  readonly status: "pending" | "active" | "paused" | "ended"
  readonly createdMs: number
  readonly untilMs: number
  /** The wallet that paid, in lower case. */
  readonly payer: string
  /** Why the service has ended the watch; `null`: it has not. */
  readonly endReason: string | null
}

/** `lastEnded`: how the alert before this one of the same watch ended. */
export type DueAlert = {
  readonly alert: Alert
  readonly watch: Watch
  readonly lastEnded: "delivered" | "failed" | null
}

export type Alert = {
  readonly id: string
  readonly watchId: string
  readonly condition: string
  readonly status: "queued" | "delivered" | "failed"
  readonly attempts: number
  readonly createdMs: number
  readonly nextMs: number
  readonly endedMs: number | null
  /** Why the last attempt failed. */
  readonly error: string | null
}

export function toWatch(row: Selectable<Tables["alert_watches"]>): Watch {
  const { id, owner, target, secret, status } = row
  const conditions = JSON.parse(row.conditions) as Watch["conditions"]
  const states = JSON.parse(row.state) as Watch["states"]
  const times = { createdMs: row.created_ms, untilMs: row.until_ms }
  const payer = row.payer ?? owner
  return { id, owner, target, secret, status, conditions, states, ...times, payer, endReason: row.end_reason }
}

export function toAlert(row: Selectable<Tables["alerts"]>): Alert {
  const { id, condition, status, attempts, error } = row
  const times = { createdMs: row.created_ms, nextMs: row.next_ms, endedMs: row.ended_ms }
  return { id, watchId: row.watch_id, condition, status, attempts, error, ...times }
}

export function toRow({ id, watchId, condition, status, attempts, createdMs, nextMs, endedMs, error }: Alert) {
  const times = { created_ms: createdMs, next_ms: nextMs, ended_ms: endedMs }
  return { id, watch_id: watchId, condition, status, attempts, error, ...times }
}

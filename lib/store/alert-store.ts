import type { Selectable } from "kysely"
import type { Store } from "./open-store"
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

export type AlertStore = {
  add(watch: Watch): Promise<void>
  /** Stores a paid watch. Repeated calls change nothing. */
  activate(id: string): Promise<void>
  /** Changes a watch of this owner that has not ended; false where there is none. */
  setStatus(id: string, owner: string, status: "active" | "paused" | "ended"): Promise<boolean>
  find(id: string): Promise<Watch | null>
  listByOwner(owner: string): Promise<readonly Watch[]>
  listActive(nowMs: number): Promise<readonly Watch[]>
  /** Stores new states together with the alerts that they cause: both or nothing. */
  advance(watch: Watch, states: Watch["states"], alerts: readonly Alert[]): Promise<void>
  /** The oldest queued alert of each watch, where it is due. */
  listDue(nowMs: number): Promise<readonly { readonly alert: Alert; readonly watch: Watch }[]>
  /** Stores the outcome of an attempt. */
  update(alert: Alert): Promise<void>
  /** The newest alerts of a watch, newest first. */
  log(watchId: string, limit: number): Promise<readonly Alert[]>
  /** Deletes watches that ended, and unpaid ones that were made, before these times, with their alerts. */
  prune(before: { readonly endedMs: number; readonly unpaidMs: number }): Promise<void>
}

export function createAlertStore(store: Store): AlertStore {
  return {
    async add({ conditions, states, createdMs, untilMs, ...watch }) {
      await store
        .insertInto("alert_watches")
        .values({
          ...watch,
          conditions: JSON.stringify(conditions),
          state: JSON.stringify(states),
          created_ms: createdMs,
          until_ms: untilMs,
        })
        .execute()
    },

    async activate(id) {
      await store
        .updateTable("alert_watches")
        .set({ status: "active" })
        .where("id", "=", id)
        .where("status", "=", "pending")
        .execute()
    },

    async setStatus(id, owner, status) {
      const { numUpdatedRows } = await store
        .updateTable("alert_watches")
        .set({ status })
        .where("id", "=", id)
        .where("owner", "=", owner)
        .where("status", "in", ["active", "paused"])
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async find(id) {
      const row = await store.selectFrom("alert_watches").selectAll().where("id", "=", id).executeTakeFirst()
      return row === undefined ? null : toWatch(row)
    },

    async listByOwner(owner) {
      const rows = await store
        .selectFrom("alert_watches")
        .selectAll()
        .where("owner", "=", owner)
        .where("status", "!=", "pending")
        .orderBy("created_ms", "desc")
        .limit(100)
        .execute()
      return rows.map(toWatch)
    },

    async listActive(nowMs) {
      const rows = await store
        .selectFrom("alert_watches")
        .selectAll()
        .where("status", "=", "active")
        .where("until_ms", ">", nowMs)
        .execute()
      return rows.map(toWatch)
    },

    async advance({ id }, states, alerts) {
      await store.transaction().execute(async (tx) => {
        await tx
          .updateTable("alert_watches")
          .set({ state: JSON.stringify(states) })
          .where("id", "=", id)
          .execute()
        if (alerts.length > 0) await tx.insertInto("alerts").values(alerts.map(toRow)).execute()
      })
    },

    async listDue(nowMs) {
      const heads = await store
        .selectFrom("alerts")
        .select(({ fn }) => fn.min("seq").as("seq"))
        .where("status", "=", "queued")
        .groupBy("watch_id")
        .execute()
      if (heads.length === 0) return []
      const rows = await store
        .selectFrom("alerts")
        .selectAll()
        .where(
          "seq",
          "in",
          heads.map(({ seq }) => seq),
        )
        .where("next_ms", "<=", nowMs)
        .execute()
      const due: { readonly alert: Alert; readonly watch: Watch }[] = []
      for (const row of rows) {
        const watch = await store
          .selectFrom("alert_watches")
          .selectAll()
          .where("id", "=", row.watch_id)
          .where("status", "in", ["active", "ended"])
          .executeTakeFirst()
        if (watch !== undefined) due.push({ alert: toAlert(row), watch: toWatch(watch) })
      }
      return due
    },

    async update({ id, status, attempts, nextMs, endedMs, error }) {
      await store
        .updateTable("alerts")
        .set({ status, attempts, next_ms: nextMs, ended_ms: endedMs, error })
        .where("id", "=", id)
        .where("status", "=", "queued")
        .execute()
    },

    async log(watchId, limit) {
      const rows = await store
        .selectFrom("alerts")
        .selectAll()
        .where("watch_id", "=", watchId)
        .orderBy("seq", "desc")
        .limit(limit)
        .execute()
      return rows.map(toAlert)
    },

    async prune({ endedMs, unpaidMs }) {
      await store.transaction().execute(async (tx) => {
        const gone = await tx
          .selectFrom("alert_watches")
          .select("id")
          .where((row) =>
            row.or([
              row("until_ms", "<", endedMs),
              row.and([row("status", "=", "pending"), row("created_ms", "<", unpaidMs)]),
            ]),
          )
          .limit(500)
          .execute()
        const ids = gone.map(({ id }) => id)
        if (ids.length === 0) return
        await tx.deleteFrom("alerts").where("watch_id", "in", ids).execute()
        await tx.deleteFrom("alert_watches").where("id", "in", ids).execute()
      })
    },
  }
}

function toWatch(row: Selectable<Tables["alert_watches"]>): Watch {
  const { id, owner, target, secret, status } = row
  const conditions = JSON.parse(row.conditions) as Watch["conditions"]
  const states = JSON.parse(row.state) as Watch["states"]
  return { id, owner, target, secret, status, conditions, states, createdMs: row.created_ms, untilMs: row.until_ms }
}

function toAlert(row: Selectable<Tables["alerts"]>): Alert {
  const { id, condition, status, attempts, error } = row
  const times = { createdMs: row.created_ms, nextMs: row.next_ms, endedMs: row.ended_ms }
  return { id, watchId: row.watch_id, condition, status, attempts, error, ...times }
}

function toRow({ id, watchId, condition, status, attempts, createdMs, nextMs, endedMs, error }: Alert) {
  const times = { created_ms: createdMs, next_ms: nextMs, ended_ms: endedMs }
  return { id, watch_id: watchId, condition, status, attempts, error, ...times }
}

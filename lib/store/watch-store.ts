import { toWatch, type Watch } from "./alert-rows"
import type { Store } from "./open-store"

/** The watches of all wallets. */
export type WatchStore = {
  add(watch: Watch): Promise<void>
  /** Stores a paid watch. Repeated calls change nothing. */
  activate(id: string): Promise<void>
  /** Changes a watch of this owner that has not ended; false where there is none. */
  setStatus(id: string, owner: string, status: "active" | "paused" | "ended"): Promise<boolean>
  find(id: string): Promise<Watch | null>
  listByOwner(owner: string): Promise<readonly Watch[]>
  listActive(nowMs: number): Promise<readonly Watch[]>
  /** Ends one watch or all of a target, and their queued alerts with them. */
  end(which: { readonly id: string } | { readonly target: string }, reason: string, nowMs: number): Promise<void>
  /** Deletes watches that ended, and unpaid ones that were made, before these times, with their alerts. */
  prune(before: { readonly endedMs: number; readonly unpaidMs: number }): Promise<void>
}

export function createWatchStore(store: Store): WatchStore {
  return {
    async add({ conditions, states, createdMs, untilMs, endReason, ...watch }) {
      await store
        .insertInto("alert_watches")
        .values({
          ...watch,
          conditions: JSON.stringify(conditions),
          state: JSON.stringify(states),
          created_ms: createdMs,
          until_ms: untilMs,
          end_reason: endReason,
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

    async end(which, reason, nowMs) {
      const [column, value] = "id" in which ? (["id", which.id] as const) : (["target", which.target] as const)
      await store.transaction().execute(async (tx) => {
        const ended = await tx
          .updateTable("alert_watches")
          .set({ status: "ended", end_reason: reason })
          .where(column, "=", value)
          .where("status", "in", ["active", "paused"])
          .returning("id")
          .execute()
        if (ended.length === 0) return
        await tx
          .updateTable("alerts")
          .set({ status: "failed", ended_ms: nowMs, error: reason })
          .where(
            "watch_id",
            "in",
            ended.map(({ id }) => id),
          )
          .where("status", "=", "queued")
          .execute()
      })
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

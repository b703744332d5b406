import { chunksOf } from "@/lib/domain/chunks-of"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { type Alert, type DueAlert, toAlert, toRow, toWatch, type Watch } from "./alert-rows"
import type { Store } from "./open-store"
import { createWatchStore, type WatchStore } from "./watch-store"

/** The longest wait before an alert is sent again. */
export const MAX_RETRY_MS = HOUR_MS

type Period = { readonly lengthMs: number; readonly nowMs: number }

/** The alerts of watches that wait or were sent. */
type AlertQueue = {
  /** Stores new states together with the alerts that they cause: both or nothing. */
  advance(watch: Watch, states: Watch["states"], alerts: readonly Alert[]): Promise<void>
  /**
   * The newest time of each condition that has raised an alert within a period, by watch and condition. Alerts of the future, from
   * before the clock was set back, are in no period.
   */
  raisedIn(period: Period): Promise<ReadonlyMap<string, number>>
  /** Alerts of a period to a target, and to all targets of a payer; those that a limit has stopped do not count. */
  countIn(
    period: Period,
    watch: Pick<Watch, "target" | "payer">,
  ): Promise<{ readonly target: number; readonly payer: number }>
  /** The oldest queued alert of each active watch, where it is due; also one that is due later than any new one could be. */
  listDue(nowMs: number): Promise<readonly DueAlert[]>
  /** Makes the queued alerts of a target due now. Returns their number. */
  retryNow(target: string, nowMs: number): Promise<number>
  /** Stores the outcome of an attempt. */
  update(alert: Alert): Promise<void>
  /** The newest alerts of a watch, newest first. */
  log(watchId: string, limit: number): Promise<readonly Alert[]>
}

export type AlertStore = WatchStore & AlertQueue

export function createAlertStore(store: Store): AlertStore {
  return { ...createWatchStore(store), ...createAlertQueue(store) }
}

function createAlertQueue(store: Store): AlertQueue {
  return {
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

    async raisedIn({ lengthMs, nowMs }) {
      const rows = await store
        .selectFrom("alerts")
        .select(({ fn }) => ["watch_id", "condition", fn.max("created_ms").as("raised_ms")])
        .where("created_ms", ">", nowMs - lengthMs)
        .where("created_ms", "<=", nowMs)
        .groupBy(["watch_id", "condition"])
        .execute()
      return new Map(rows.map(({ watch_id, condition, raised_ms }) => [`${watch_id} ${condition}`, raised_ms]))
    },

    async countIn({ lengthMs, nowMs }, { target, payer }) {
      const count = async (column: "target" | "payer", value: string) => {
        const { total } = await store
          .selectFrom("alerts")
          .innerJoin("alert_watches", "alert_watches.id", "alerts.watch_id")
          .select(({ fn }) => fn.countAll<number>().as("total"))
          .where("alerts.created_ms", ">", nowMs - lengthMs)
          .where("alerts.created_ms", "<=", nowMs)
          .where(`alert_watches.${column}`, "=", value)
          .where((row) => row.or([row("alerts.status", "!=", "failed"), row("alerts.attempts", ">", 0)]))
          .executeTakeFirstOrThrow()
        return total
      }
      return { target: await count("target", target), payer: await count("payer", payer) }
    },

    async listDue(nowMs) {
      const rows = await store
        .selectFrom("alerts")
        .innerJoin("alert_watches", "alert_watches.id", "alerts.watch_id")
        .selectAll("alerts")
        .select((row) =>
          row
            .selectFrom("alerts as past")
            .select("past.status")
            .whereRef("past.watch_id", "=", "alerts.watch_id")
            .where("past.status", "!=", "queued")
            .where("past.attempts", ">", 0)
            .orderBy("past.seq", "desc")
            .limit(1)
            .as("last_ended"),
        )
        .where((row) => row.or([row("alerts.next_ms", "<=", nowMs), row("alerts.next_ms", ">", nowMs + MAX_RETRY_MS)]))
        .where("alert_watches.status", "=", "active")
        .where("alerts.seq", "in", (heads) =>
          heads
            .selectFrom("alerts as queued")
            .select(({ fn }) => fn.min("queued.seq").as("seq"))
            .where("queued.status", "=", "queued")
            .groupBy("queued.watch_id"),
        )
        .orderBy("alerts.next_ms")
        .execute()
      const watches = await watchesById(
        store,
        rows.map(({ watch_id }) => watch_id),
      )
      return rows.flatMap((row) => {
        const watch = watches.get(row.watch_id)
        const lastEnded = row.last_ended === "delivered" || row.last_ended === "failed" ? row.last_ended : null
        return watch === undefined ? [] : [{ alert: toAlert(row), watch, lastEnded }]
      })
    },

    async retryNow(target, nowMs) {
      const { numUpdatedRows } = await store
        .updateTable("alerts")
        .set({ next_ms: nowMs })
        .where("status", "=", "queued")
        .where("watch_id", "in", (watches) =>
          watches.selectFrom("alert_watches").select("id").where("target", "=", target).where("status", "=", "active"),
        )
        .executeTakeFirst()
      return Number(numUpdatedRows)
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
  }
}

const IDS_PER_QUERY = 500

async function watchesById(store: Store, ids: readonly string[]): Promise<ReadonlyMap<string, Watch>> {
  const found = new Map<string, Watch>()
  for (const some of chunksOf([...new Set(ids)], IDS_PER_QUERY)) {
    const rows = await store.selectFrom("alert_watches").selectAll().where("id", "in", some).execute()
    for (const row of rows) found.set(row.id, toWatch(row))
  }
  return found
}

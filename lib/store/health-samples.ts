import { WEEK_MS } from "@/lib/domain/utc-day"
import type { Store } from "./open-store"

export type HealthStatus = "ok" | "degraded" | "down"

/** The state of a part at one moment. */
export type HealthSample = { readonly atMs: number; readonly name: string; readonly status: HealthStatus }

/** Samples later than `nowMs` are from before the clock was set back, and are not read. */
export type HealthSamples = {
  /** Adds the state of all parts at one moment, and deletes samples that are older than a week. */
  add(samples: readonly HealthSample[]): Promise<void>
  /** When the part was last sampled; `null`: never. */
  newestMs(name: string, nowMs: number): Promise<number | null>
  /** The oldest sample of each part. */
  firstMs(): Promise<ReadonlyMap<string, number>>
  /** Oldest first. */
  since(fromMs: number, nowMs: number): Promise<readonly HealthSample[]>
  /** All samples that are not ok, oldest first. */
  notOk(nowMs: number): Promise<readonly HealthSample[]>
}

const KEEP_MS = WEEK_MS

export function createHealthSamples(store: Store): HealthSamples {
  const all = () => store.selectFrom("health_samples").selectAll().orderBy("at_ms")

  return {
    async add(samples) {
      if (samples.length === 0) return
      const newestMs = Math.max(...samples.map(({ atMs }) => atMs))
      await store
        .insertInto("health_samples")
        .values(samples.map(({ atMs, name, status }) => ({ at_ms: atMs, name, status })))
        .onConflict((conflict) => conflict.columns(["name", "at_ms"]).doNothing())
        .execute()
      await store
        .deleteFrom("health_samples")
        .where("at_ms", "<", newestMs - KEEP_MS)
        .execute()
    },

    async newestMs(name, nowMs) {
      const row = await store
        .selectFrom("health_samples")
        .select(({ fn }) => fn.max("at_ms").as("newest_ms"))
        .where("name", "=", name)
        .where("at_ms", "<=", nowMs)
        .executeTakeFirst()
      return row?.newest_ms ?? null
    },

    async firstMs() {
      const rows = await store
        .selectFrom("health_samples")
        .select(({ fn }) => ["name", fn.min("at_ms").as("first_ms")])
        .groupBy("name")
        .execute()
      return new Map(rows.map(({ name, first_ms: firstMs }) => [name, firstMs]))
    },

    async since(fromMs, nowMs) {
      return (await all().where("at_ms", ">=", fromMs).where("at_ms", "<=", nowMs).execute()).map(toSample)
    },

    async notOk(nowMs) {
      return (await all().where("status", "!=", "ok").where("at_ms", "<=", nowMs).execute()).map(toSample)
    },
  }
}

type Row = { readonly at_ms: number; readonly name: string; readonly status: HealthStatus }

function toSample({ at_ms: atMs, name, status }: Row): HealthSample {
  return { atMs, name, status }
}

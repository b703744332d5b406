import { z } from "zod"
import { recordAttention } from "@/lib/domain/geo/attention-days"
import type { AttentionDay, Watch } from "@/lib/domain/geo/news"
import { UnreadableValueError } from "./cached-feed"
import type { FeedPorts } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

const Counts = z.record(z.string(), z.number())
const Days = z.array(z.object({ dayMs: z.number(), seen: z.record(z.string(), Counts) }))

/** How much was written about what on each of the last thirty days, kept beyond the articles themselves. */
export function createAttentionHistory({ store, clock }: Pick<FeedPorts, "store" | "clock">) {
  const values = createSqlValueStore<readonly AttentionDay[]>(store, "attention", (json) => Days.parse(json))
  let loaded: Promise<readonly AttentionDay[] | null> | null = null
  let revision = 0

  /** `null`: it cannot be read now, which is not the same as empty. */
  async function load(): Promise<readonly AttentionDay[] | null> {
    try {
      return (await values.load())?.value ?? []
    } catch (error) {
      return error instanceof UnreadableValueError ? [] : null
    }
  }

  function hold(days: Promise<readonly AttentionDay[] | null>): typeof days {
    revision += 1
    loaded = days
    return days
  }

  return {
    revision: () => revision,
    /** A history that cannot be read is none: events are judged without it. */
    days: async () => (await (loaded ?? hold(load()))) ?? [],
    async reload(): Promise<void> {
      await hold(load())
    },
    /** Counts the days that were seen to their end. */
    async record(watches: readonly Watch[]): Promise<void> {
      const known = (await (loaded ?? hold(load()))) ?? (await hold(load()))
      // What was not read is never written over: it may be whole.
      if (known === null) return
      const nowMs = clock()
      const days = recordAttention(known, watches, nowMs)
      if (days === known) return
      void hold(Promise.resolve(days))
      await values.save({ value: days, source: "signal402", asOfMs: nowMs, fetchedAtMs: nowMs })
    },
  }
}

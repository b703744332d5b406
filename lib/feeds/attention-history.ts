import { z } from "zod"
import { recordAttention } from "@/lib/domain/geo/attention"
import type { AttentionDay, NewsArticle } from "@/lib/domain/geo/news"
import type { FeedPorts } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

const Days = z.array(z.object({ dayMs: z.number(), counts: z.record(z.string(), z.number()) }))

/** How much was written about what on each of the last thirty days, kept beyond the articles themselves. */
export function createAttentionHistory({ store, clock }: Pick<FeedPorts, "store" | "clock">) {
  const values = createSqlValueStore<readonly AttentionDay[]>(store, "attention", (json) => Days.parse(json))
  let loaded: Promise<readonly AttentionDay[]> | null = null

  /** A history that cannot be read is none: events are judged without it. */
  async function load(): Promise<readonly AttentionDay[]> {
    const held = await values.load().catch(() => null)
    return held?.value ?? []
  }

  return {
    days: () => (loaded ??= load()),
    async reload(): Promise<void> {
      await (loaded = load())
    },
    /** Counts the days that have passed since `coversFromMs`. */
    async record(articles: readonly NewsArticle[], coversFromMs: number): Promise<void> {
      const known = await (loaded ??= load())
      const nowMs = clock()
      const days = recordAttention(known, articles, { coversFromMs, nowMs })
      if (days === known) return
      loaded = Promise.resolve(days)
      await values.save({ value: days, source: "signal402", asOfMs: nowMs, fetchedAtMs: nowMs })
    },
  }
}

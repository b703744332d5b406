import { z } from "zod"
import { recordAttention } from "@/lib/domain/geo/attention-days"
import type { AttentionDay, Watch } from "@/lib/domain/geo/news"
import { UnreadableValueError } from "./cached-feed"
import type { FeedPorts } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

const Counts = z.record(z.string(), z.number())
const Days = z.array(z.object({ dayMs: z.number(), seen: z.record(z.string(), Counts) }))

type Held = { readonly days: readonly AttentionDay[]; readonly fetchedAtMs: number }

/** Daily article counts by topic for the last thirty days. They are kept longer than the articles. */
export function createAttentionHistory({ store, clock }: Pick<FeedPorts, "store" | "clock">) {
  const values = createSqlValueStore<readonly AttentionDay[]>(store, "attention", (json) => Days.parse(json))
  let held: Held | null = null
  let revision = 0
  let loaded: Promise<boolean> | null = null
  let isStored = true

  function hold(next: Held): void {
    held = next
    revision += 1
  }

  /** Whether the stored history could be read. Unreadable is not the same as empty. */
  async function load(): Promise<boolean> {
    try {
      const stored = await values.load(held?.fetchedAtMs)
      if (stored !== null) hold({ days: stored.value, fetchedAtMs: stored.fetchedAtMs })
      return true
    } catch (error) {
      return error instanceof UnreadableValueError
    }
  }

  return {
    /** Increases when the days change. */
    revision: () => revision,
    /** Empty if the history cannot be read; events are then rated without it. */
    async days(): Promise<readonly AttentionDay[]> {
      await (loaded ??= load())
      return held?.days ?? []
    },
    async reload(): Promise<void> {
      await (loaded = load())
    },
    /** Counts complete days. Never rejects: a failed write is retried at the next call. */
    async record(watches: readonly Watch[]): Promise<void> {
      // Never overwrite a history that could not be read.
      if (!(await (loaded ??= load())) && !(await (loaded = load()))) return
      const nowMs = clock()
      const known = held?.days ?? []
      const days = recordAttention(known, watches, nowMs)
      if (days === known && isStored) return
      if (days !== known) hold({ days, fetchedAtMs: nowMs })
      const written = values.save({ value: days, source: "signal402", asOfMs: nowMs, fetchedAtMs: nowMs })
      isStored = await written.then(
        () => true,
        () => false,
      )
    },
  }
}

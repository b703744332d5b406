import { isOver } from "@/lib/domain/clock"
import { isHistorySold } from "@/lib/endpoints/history/answer"
import { maySellSealed } from "@/lib/market/feeds/feed-ports"
import { recordsOf } from "@/lib/record/records"
import type { Config } from "@/lib/server/config/env"
import type { Store } from "@/lib/store/open-store"
import type { MaySell } from "@/lib/usecases/record-answer"
import { config } from "./config"

/** A replay of an empty record takes minutes, and a day is sold as soon as it is whole. */
const RETRY_MS = 5_000

/** What of the sealed record may be answered. Nobody else has rights in a simulated market. */
export function rightsOf({ market, sources }: Pick<Config, "market" | "sources">): MaySell {
  return (from, form) => market === "simulated" || maySellSealed(sources, from, form)
}

/**
 * Whether `/history` has a day to sell; `null` before the first read. Reads memory only, and the store in the background until
 * there is one.
 */
export function createSoldDays(store: Store): () => boolean | null {
  let isSold: boolean | null = null
  let readMs = 0
  const read = async (nowMs: number) => {
    isSold = await isHistorySold({ sealed: recordsOf(store).sealed, maySell: rightsOf(config()), nowMs })
  }
  return () => {
    const nowMs = Date.now()
    if (isSold !== true && isOver({ sinceMs: readMs, lengthMs: RETRY_MS, nowMs })) {
      readMs = nowMs
      // A purchase reports the error.
      void read(nowMs).catch(() => undefined)
    }
    return isSold
  }
}

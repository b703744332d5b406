import { isOver } from "@/lib/domain/clock"
import { isHistorySold } from "@/lib/endpoints/history/answer"
import { recordsOf } from "@/lib/record/records"
import type { Store } from "@/lib/store/open-store"
import { config } from "./config"
import { rightsOf } from "./rights"

/** A replay of an empty record takes minutes, and a day is sold as soon as it is whole. */
const RETRY_MS = 5_000

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

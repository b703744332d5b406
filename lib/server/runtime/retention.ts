import type { Logger } from "pino"
import { pruneBefore } from "@/lib/x402/ledger/prune"
import type { Store } from "@/lib/store/open-store"

const EVERY_MS = 10 * 60_000

/** Deletes answers and transactions past their retention time from the ledger, every 10 minutes. */
export function startRetention(store: Store, keptMs: number, log: Pick<Logger, "info" | "error">): void {
  const forget = async () => {
    const forgotten = await pruneBefore(store, Date.now() - keptMs)
    if (Object.values(forgotten).some((count) => count > 0)) log.info(forgotten, "forgotten")
  }
  const run = () => void forget().catch((error: unknown) => log.error({ err: error }, "forgetting_failed"))
  setInterval(run, EVERY_MS).unref()
}

import type { Logger } from "pino"
import { pruneBefore } from "@/lib/x402/ledger/prune"
import { keepEtherPrices } from "@/lib/market/feeds/ether-days"
import type { Store } from "@/lib/store/open-store"

const EVERY_MS = 10 * 60_000

/** Keeps the price of ether of each day for the books, and deletes answers and transactions past their retention time from the ledger, every 10 minutes. */
export function startRetention(store: Store, keptMs: number, log: Pick<Logger, "info" | "error">): void {
  const forget = async () => {
    await keepEtherPrices(store, Date.now())
    const forgotten = await pruneBefore(store, Date.now() - keptMs)
    if (Object.values(forgotten).some((count) => count > 0)) log.info(forgotten, "forgotten")
  }
  const run = () => void forget().catch((error: unknown) => log.error({ err: error }, "forgetting_failed"))
  setInterval(run, EVERY_MS).unref()
}

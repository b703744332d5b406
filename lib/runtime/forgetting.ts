import type { Logger } from "pino"
import { forgetBefore } from "@/lib/ledger/forget"
import type { Store } from "@/lib/store/open-store"

const EVERY_MS = 10 * 60_000

/** Keeps a ledger from growing with what nobody can ask for any more, for the life of the process. */
export function startForgetting(store: Store, keptMs: number, log: Pick<Logger, "info" | "error">): void {
  const forget = async () => {
    const forgotten = await forgetBefore(store, Date.now() - keptMs)
    if (Object.values(forgotten).some((count) => count > 0)) log.info(forgotten, "forgotten")
  }
  const run = () => void forget().catch((error: unknown) => log.error({ err: error }, "forgetting_failed"))
  setInterval(run, EVERY_MS).unref()
}

import { forgetBefore } from "@/lib/ledger/forget"
import { logger, runtime } from "./runtime"

const EVERY_MS = 10 * 60_000

/** Keeps the ledger from growing with what nobody can ask for any more. */
export function startForgetting(): void {
  setInterval(forgetOrLog, EVERY_MS).unref()
}

function forgetOrLog(): void {
  void forgetWhatIsOld().catch((error: unknown) => logger().error({ err: error }, "forgetting_failed"))
}

async function forgetWhatIsOld(): Promise<void> {
  const { store, config } = await runtime()
  const { answers, transactions } = await forgetBefore(store, Date.now() - config.answersKeptMs)
  if (answers + transactions > 0) logger().info({ answers, transactions }, "forgotten")
}

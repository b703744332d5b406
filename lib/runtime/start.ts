import { isAppError } from "@/lib/domain/errors"
import { startHealthHistory } from "./health-history"
import { logger, runtime } from "./runtime"
import type { Scheduler } from "./scheduler"

/** Builds the runtime, or ends the process with a message that an operator can act on. */
export async function start(): Promise<void> {
  try {
    const { scheduler } = await runtime()
    startHealthHistory()
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void handOver(scheduler))
  } catch (error) {
    if (isAppError(error) && error.code === "invalid_config") process.stderr.write(`${error.message}\n`)
    else logger().fatal({ err: error }, "start_failed")
    process.exit(1)
  }
}

/** Next ends the process by itself; another one may refresh from now on. */
async function handOver(scheduler: Scheduler): Promise<void> {
  await scheduler.stop().catch((error: unknown) => logger().error({ err: error }, "hand_over_failed"))
}

import { isAppError } from "@/lib/domain/errors"
import { endConnectionsWhenAnswered } from "./end-connections"
import { startForgetting } from "./forgetting"
import { startHealthHistory } from "./health-history"
import { logger, runtime } from "./runtime"

/** Builds the runtime, or ends the process with a message that an operator can act on. */
export async function start(): Promise<void> {
  try {
    const service = await runtime()
    const { scheduler, record, settler, config } = service
    startHealthHistory()
    startForgetting(service.store, config.answersKeptMs, logger())
    // Alone with its database, a settler goes on to the last request: nobody would take over.
    const duties = [scheduler, record, ...(config.databaseUrl === null ? [] : [settler])]
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void handOver(duties))
  } catch (error) {
    if (isAppError(error) && error.code === "invalid_config") process.stderr.write(`${error.message}\n`)
    else logger().fatal({ err: error }, "start_failed")
    process.exit(1)
  }
}

/** Next ends the process by itself; another one may refresh, and settle, from now on. */
async function handOver(duties: readonly { stop(): Promise<void> }[]): Promise<void> {
  endConnectionsWhenAnswered()
  const ended = await Promise.allSettled(duties.map((duty) => duty.stop()))
  for (const end of ended) if (end.status === "rejected") logger().error({ err: end.reason }, "hand_over_failed")
}

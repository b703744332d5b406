import { isAppError } from "@/lib/domain/errors"
import { endConnectionsWhenAnswered } from "./end-connections"
import { eventLog } from "./event-log"
import { startForgetting } from "./forgetting"
import { startHealthHistory } from "./health-history"
import { openOwnFacilitator } from "./own-facilitator"
import { logger, type Runtime, runtime } from "./runtime"

/** Builds the runtime, or ends the process with a message that an operator can act on. */
export async function start(): Promise<void> {
  try {
    const service = await runtime()
    const { scheduler, record, settler, config } = service
    startHealthHistory()
    startForgetting(service.store, config.answersKeptMs, logger())
    const facilitator = await startFacilitator(service)
    // Alone with its database, a settler goes on to the last request: nobody would take over.
    const duties = [...facilitator, scheduler, record, ...(config.databaseUrl === null ? [] : [settler])]
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void handOver(duties))
  } catch (error) {
    if (isAppError(error) && error.code === "invalid_config") process.stderr.write(`${error.message}\n`)
    else logger().fatal({ err: error }, "start_failed")
    process.exit(1)
  }
}

/** None, unless it is configured. A port that cannot be had costs the sales nothing: they do not need it. */
async function startFacilitator({ config: settings, store, settler, log }: Runtime) {
  const { ownFacilitator: at } = settings
  if (at === null) return []
  try {
    const server = await openOwnFacilitator({ settings, at, store, settler, log: eventLog(log) })
    log.info({ url: server.url, payees: at.payees }, "facilitator_open")
    return [server]
  } catch (error) {
    log.error({ err: error }, "facilitator_not_open")
    return []
  }
}

/** Next ends the process by itself; another one may refresh, and settle, from now on. */
async function handOver(duties: readonly { stop(): Promise<void> }[]): Promise<void> {
  endConnectionsWhenAnswered()
  const ended = await Promise.allSettled(duties.map((duty) => duty.stop()))
  for (const end of ended) if (end.status === "rejected") logger().error({ err: end.reason }, "hand_over_failed")
}

import { isAppError } from "@/lib/domain/errors"
import { startHealthHistory } from "@/lib/health/health-history"
import { closeConnectionsAfterResponse } from "@/lib/nextjs/close-idle-connections"
import { sampleHealth } from "./health"
import { startRetention } from "./retention"
import { logger, runtime } from "./runtime"

/** Builds the runtime, or exits with a message that tells the operator what to change. */
export async function start(): Promise<void> {
  try {
    const { scheduler, sealingJob, settler, config, store } = await runtime()
    startHealthHistory(sampleHealth, (error) => logger().error({ err: error }, "health_sample_failed"))
    startRetention(store, config.answersKeptMs, logger())
    // With an embedded database no other process takes over, so the settler runs until the process ends.
    const stoppables = [scheduler, sealingJob, ...(config.databaseUrl === null ? [] : [settler])]
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void shutdown(stoppables))
  } catch (error) {
    if (isAppError(error) && error.code === "invalid_config") process.stderr.write(`${error.message}\n`)
    else logger().fatal({ err: error }, "start_failed")
    process.exit(1)
  }
}

/** Releases leases, so that other processes refresh and settle. Next.js ends the process itself. */
async function shutdown(stoppables: readonly { stop(): Promise<void> }[]): Promise<void> {
  closeConnectionsAfterResponse()
  const ended = await Promise.allSettled(stoppables.map((each) => each.stop()))
  for (const end of ended) if (end.status === "rejected") logger().error({ err: end.reason }, "hand_over_failed")
}

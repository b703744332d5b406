import { isDevelopment } from "@/lib/server/config/load"
import { isAppError } from "@/lib/domain/errors"
import { refuseContradicted } from "@/lib/record/refuse-contradicted"
import { startHealthHistory } from "@/lib/server/health/health-history"
import { startPartWatch } from "@/lib/server/health/part-watch"
import { closeServer } from "@/lib/server/nextjs/close-server"
import { timerSleep } from "@/lib/outbound/ports"
import { storeFault } from "@/lib/store/store-fault"
import { startAlerts } from "./alerts"
import { config as settings } from "./config"
import { eventLog } from "./event-log"
import { health, sampleHealth } from "./health"
import { collectGauges } from "./metrics/collect"
import { metrics } from "./metrics/metrics"
import { serveMetrics } from "./metrics/serve-metrics"
import { startRetention } from "./retention"
import { logger, runtime } from "./runtime"
import { watchPaymentFacts } from "./sales-gate"
import { shutdown, type ShutdownOptions } from "./shutdown"

/** Builds the runtime, or exits with a message that tells the operator what to change. */
export async function start(): Promise<void> {
  try {
    const traces = await startTracing()
    const { scheduler, sealingJob, anchorJob, settler, claims, sessions, config, store } = await runtime()
    await refuseContradicted(anchorJob, timerSleep)
    await watchPaymentFacts()
    startHealthHistory(sampleHealth, (error) => logger().error({ err: error }, "health_sample_failed"))
    startPartWatch({
      health,
      log: eventLog(logger()),
      onError: (error) => logger().error({ err: error }, "health_sample_failed"),
    })
    if (config.metricsPort !== null) {
      serveMetrics({
        registry: metrics().registry,
        port: config.metricsPort,
        host: config.metricsHost,
        collect: async () => collectGauges(await runtime(), await health(), metrics()),
        onError: (error) => logger().error({ err: error }, "metrics_failed"),
      })
    }
    startRetention(store, config.answersKeptMs, logger())
    const delayMs = config.shutdownDelayMs
    // With an embedded database no other process takes over, so the settler runs until the process ends.
    const isShared = config.databaseUrl !== null
    const settlers = isShared ? [settler, ...(sessions === null ? [] : [sessions])] : []
    const stopSettlers = {
      stop: async () => {
        await Promise.all(settlers.map((each) => each.stop()))
        await claims?.stop()
      },
    }
    const jobs = [await startAlerts(), scheduler, sealingJob, anchorJob]
    shutdownOnSignals({ delayMs, closeServer, jobs, settler: stopSettlers, traces, sleep: timerSleep, onFault })
  } catch (error) {
    if (isAppError(error) && error.code === "invalid_config") process.stderr.write(`${error.message}\n`)
    else if (storeFault(error) === "full") process.stderr.write(`${FULL}\n`)
    else logger().fatal({ err: error }, "start_failed")
    process.exit(1)
  }
}

const FULL =
  "The disk of the database is full: DATA_DIR, or that of the server in DATABASE_URL. Make space and start again."

/** Loads the SDK only where spans are sent. */
async function startTracing(): Promise<{ readonly stop: () => Promise<void> }> {
  if (!settings().tracing) return { stop: () => Promise.resolve() }
  const { exportTraces } = await import("./export-traces")
  return exportTraces((error) => logger().warn({ error }, "trace_export_failed"))
}

function onFault(cause: unknown): void {
  logger().error({ err: cause }, "hand_over_failed")
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Next.js exits as soon as its server is closed, before leases are released. So its handlers are removed in production, and this
 * one ends the process.
 */
function shutdownOnSignals(options: ShutdownOptions): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const isOwn = !isDevelopment()
    if (isOwn) process.removeAllListeners(signal)
    process.once(signal, () => {
      void shutdown(options).then(() => isOwn && process.exit(EXIT_CODES[signal]))
    })
  }
}

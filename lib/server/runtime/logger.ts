import pino, { type Logger } from "pino"
import { createLogThrottle } from "./log-throttle"
import { metrics } from "./metrics/metrics"
import { traceFields } from "./tracing"

const WARN = 40
const FLUSH_MS = 5_000

/**
 * JSON lines; warnings and errors that repeat are counted instead of written. Within a trace each line has `trace_id` and
 * `span_id`. Payment headers and keys are never logged.
 */
export function createLogger(destination: pino.DestinationStream = pino.destination(2)): Logger {
  const throttle = createLogThrottle(Date.now)
  setInterval(() => throttle.flush(), FLUSH_MS).unref()
  return pino(
    {
      name: "signal402",
      mixin: traceFields,
      serializers: { err: namedError },
      hooks: {
        logMethod(args, method, level) {
          const [facts, event] = args as readonly unknown[]
          if (typeof event !== "string") return method.apply(this, args)
          metrics().logEvents.inc({ event, level: this.levels.labels[level] ?? String(level) })
          if (event === "settlement_replaced") metrics().replaced.inc()
          if (event === "close_missed") metrics().recordMissed.inc()
          if (level < WARN) return method.apply(this, args)
          throttle.line(kindOf(event, facts), (repeated) => {
            const told = repeated === 0 ? facts : { ...(facts as object), repeated }
            Reflect.apply(method, this, [told, event])
          })
        },
      },
    },
    destination,
  )
}

/** A build shortens the names of classes, so the name of the error counts and not that of its constructor. */
function namedError(error: unknown): unknown {
  const told: unknown = pino.stdSerializers.err(error as Error)
  if (!(error instanceof Error) || typeof told !== "object") return told
  const causes: string[] = []
  for (let { cause } = error; cause instanceof Error; cause = cause.cause) causes.push(cause.name)
  return { ...told, type: error.name, ...(causes.length > 0 && { causes }) }
}

/** Lines about different parts, codes or coins are not repetitions of each other. */
function kindOf(event: string, facts: unknown): string {
  const { part = "", code = "", id = "", host = "" } = (facts ?? {}) as Readonly<Record<string, unknown>>
  return [event, part, code, id, host].join(" ")
}

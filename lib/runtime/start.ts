import { isAppError } from "@/lib/domain/errors"
import { startHealthHistory } from "./health-history"
import { logger, runtime } from "./runtime"

/** Builds the runtime, or ends the process with a message that an operator can act on. */
export async function start(): Promise<void> {
  try {
    await runtime()
    startHealthHistory()
  } catch (error) {
    if (isAppError(error) && error.code === "invalid_config") process.stderr.write(`${error.message}\n`)
    else logger().fatal({ err: error }, "start_failed")
    process.exit(1)
  }
}

import { serviceStream } from "@/lib/client/stream/service-stream"
import type { Versions } from "./versions"

/** The service shares one version list for two seconds. Clients read it at different times. */
const MIN_DELAY_MS = 2_500
const MAX_DELAY_MS = 5_000

/** Reads the version list again when the stream reports a new version, instead of polling. */
export function followStream(versions: Versions): void {
  const stream = serviceStream()
  let timer: ReturnType<typeof setTimeout> | undefined
  stream.on("version", () => {
    timer ??= setTimeout(
      () => {
        timer = undefined
        void versions.refresh()
      },
      MIN_DELAY_MS + Math.random() * (MAX_DELAY_MS - MIN_DELAY_MS),
    )
  })
  stream.on("heartbeat", () => versions.confirm())
}

import type { ExternalStore } from "@/lib/client/browser/external-store"
import { serviceStream } from "@/lib/client/stream/service-stream"
import type { Versions } from "./versions"

/** The service shares one version list for two seconds. Clients read it at different times. */
const MIN_DELAY_MS = 2_500
const MAX_DELAY_MS = 5_000

type Followers = {
  readonly versions: Versions
  /** Why payments are not taken now; `null`: they are. */
  readonly salesPause: ExternalStore<string | null> & { readonly set: (why: string | null) => void }
}

/** Reads the version list again when the stream reports a new version, instead of polling, and learns when nothing is sold. */
export function followStream({ versions, salesPause }: Followers): void {
  const stream = serviceStream()
  stream.on("service", ({ payments }) =>
    salesPause.set(payments.taken ? null : (payments.why ?? "the service is down")),
  )
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

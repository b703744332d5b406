import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/endpoints/health/contract"

type Health = ResponseOf<typeof healthContract>
type Status = Health["parts"][number]["status"]

type PartWatchOptions = {
  readonly health: () => Promise<Health>
  readonly log: (event: "part_changed", facts: Readonly<Record<string, unknown>>) => void
}

/** Compares the status of each part with the last one and logs each change once. A part begins as `ok`. */
export function createPartWatch({ health, log }: PartWatchOptions): () => Promise<void> {
  const last = new Map<string, Status>()
  return async () => {
    const { parts } = await health()
    for (const { name, status, last_error: error, detail } of parts) {
      const from = last.get(name) ?? "ok"
      last.set(name, status)
      if (status !== from) log("part_changed", { part: name, from, to: status, last_error: error, detail })
    }
  }
}

const EVERY_MS = 10_000
/** Feeds are read for the first time in the first minute. */
const FIRST_MS = 60_000

/** Watches the parts for the life of the process. */
export function startPartWatch(options: PartWatchOptions & { readonly onError: (error: unknown) => void }): void {
  const checkParts = createPartWatch(options)
  const run = () => void checkParts().catch(options.onError)
  setTimeout(() => {
    run()
    setInterval(run, EVERY_MS).unref()
  }, FIRST_MS).unref()
}

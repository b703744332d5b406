import type { ResponseOf } from "@/lib/api/contract"
import type { statusContract } from "@/lib/api/status"
import { createHealthSamples } from "@/lib/store/health-samples"
import type { Store } from "@/lib/store/open-store"
import { health } from "./health"
import { logger, runtime } from "./runtime"
import { createStatusDay } from "./status-day"

const SAMPLE_MS = 5 * 60_000

/** Notes the state of every part every five minutes. Processes that share the database note the same moments once. */
export function startHealthHistory(): void {
  // The first reading of a start shows what is still being read, so it waits.
  setTimeout(noteOrLog, SAMPLE_MS / 5).unref()
  setInterval(noteOrLog, SAMPLE_MS).unref()
}

function noteOrLog(): void {
  void noteHealth().catch((error: unknown) => logger().error({ err: error }, "health_sample_failed"))
}

/** Notes how every part is now, as of the last full five minutes. */
export async function noteHealth(): Promise<void> {
  // Before the reading: its length would move a sample to the next five minutes, and leave these without.
  const atMs = Math.floor(Date.now() / SAMPLE_MS) * SAMPLE_MS
  const { store } = await runtime()
  const { parts } = await health()
  await createHealthSamples(store).add(parts.map(({ name, status }) => ({ atMs, name, status })))
}

const opened = new WeakMap<Store, ReturnType<typeof createStatusDay>>()

/** What `GET /api/status` answers. */
export async function statusHistory(): Promise<ResponseOf<typeof statusContract>> {
  const { store } = await runtime()
  const day = opened.get(store) ?? createStatusDay(createHealthSamples(store), SAMPLE_MS)
  opened.set(store, day)
  const { parts } = await health()
  return day(parts, Date.now())
}

import type { ResponseOf } from "@/lib/api/contract"
import type { healthContract } from "@/lib/endpoints/health/contract"
import type { statusContract } from "@/lib/endpoints/status/contract"
import { createHealthSamples } from "@/lib/store/health-samples"
import type { Store } from "@/lib/store/open-store"
import { createStatusDay } from "@/lib/server/health/status-day"

const SAMPLE_MS = 5 * 60_000

type HistoryPorts = {
  readonly store: Store
  readonly health: () => Promise<ResponseOf<typeof healthContract>>
}

/**
 * Stores the status of every part every five minutes, for the life of the process. Processes that share a database use the
 * same sample times, and each sample is stored once.
 */
export function startHealthHistory(sample: () => Promise<void>, onError: (error: unknown) => void): void {
  const run = () => void sample().catch(onError)
  // The first sample waits one minute, because feeds are still being read at the start.
  setTimeout(run, SAMPLE_MS / 5).unref()
  setInterval(run, SAMPLE_MS).unref()
}

/** Stores one sample, dated to the last full five minutes. */
export async function storeHealthSample({ store, health }: HistoryPorts): Promise<void> {
  // The time is taken before the read: a slow read must not move the sample to the next five minutes.
  const atMs = Math.floor(Date.now() / SAMPLE_MS) * SAMPLE_MS
  const { parts } = await health()
  await createHealthSamples(store).add(parts.map(({ name, status }) => ({ atMs, name, status })))
}

const statusDays = new WeakMap<Store, ReturnType<typeof createStatusDay>>()

/** The answer of `GET /api/status`. */
export async function readStatusHistory({ store, health }: HistoryPorts): Promise<ResponseOf<typeof statusContract>> {
  const statusDay = statusDays.get(store) ?? createStatusDay(createHealthSamples(store), SAMPLE_MS)
  statusDays.set(store, statusDay)
  const { parts } = await health()
  return statusDay(parts, Date.now())
}

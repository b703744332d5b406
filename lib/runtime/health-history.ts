import type { ResponseOf } from "@/lib/api/contract"
import type { statusContract } from "@/lib/api/status"
import { createHealthSamples, type HealthSample, type HealthStatus } from "@/lib/store/health-samples"
import { health } from "./health"
import { logger, runtime } from "./runtime"

type Status = ResponseOf<typeof statusContract>

const SAMPLE_MS = 5 * 60_000
const BUCKET_MS = 15 * 60_000
const DAY_MS = 86_400_000

const rankOf = { ok: 0, degraded: 1, down: 2 } as const satisfies Record<HealthStatus, number>

/** Notes the state of every part every five minutes. Processes that share the database note the same moments once. */
export function startHealthHistory(): void {
  const note = async () => {
    const { store } = await runtime()
    const { parts } = await health()
    const atMs = Math.floor(Date.now() / SAMPLE_MS) * SAMPLE_MS
    await createHealthSamples(store).add(parts.map(({ name, status }) => ({ atMs, name, status })))
  }
  const run = () => void note().catch((error: unknown) => logger().error({ err: error }, "health_sample_failed"))
  // The first reading of a start shows what is still being read, so it waits.
  setTimeout(run, SAMPLE_MS / 5).unref()
  setInterval(run, SAMPLE_MS).unref()
}

/** What `GET /api/status` answers. */
export async function statusHistory(): Promise<Status> {
  const { store } = await runtime()
  const nowMs = Date.now()
  const toMs = Math.floor(nowMs / BUCKET_MS) * BUCKET_MS + BUCKET_MS
  const samples = await createHealthSamples(store).since(toMs - DAY_MS)
  const { parts } = await health()
  return {
    from: isoTime(toMs - DAY_MS),
    to: isoTime(toMs),
    bucket_s: BUCKET_MS / 1000,
    parts: parts.map(({ name, status }) => historyOf({ name, status }, samples)),
  }
}

function historyOf(
  { name, status }: { readonly name: string; readonly status: HealthStatus },
  samples: readonly HealthSample[],
): Status["parts"][number] {
  const own = samples.filter((sample) => sample.name === name)
  const worst = new Map<number, HealthStatus>()
  for (const sample of own) {
    const fromMs = Math.floor(sample.atMs / BUCKET_MS) * BUCKET_MS
    const before = worst.get(fromMs) ?? "ok"
    worst.set(fromMs, rankOf[sample.status] > rankOf[before] ? sample.status : before)
  }
  const good = own.filter((sample) => sample.status === "ok").length
  return {
    name,
    status,
    ok_share: own.length === 0 ? (status === "ok" ? 1 : 0) : good / own.length,
    buckets: [...worst].map(([fromMs, state]) => ({ from: isoTime(fromMs), status: state })),
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

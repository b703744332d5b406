import type { ResponseOf } from "@/lib/api/contract"
import type { statusContract } from "@/lib/endpoints/status/contract"
import { DAY_MS, isoTime } from "@/lib/domain/utc-day"
import type { HealthSample, HealthSamples, HealthStatus } from "@/lib/store/health-samples"
import { type Incident, incidentsOf } from "@/lib/server/health/incidents"

type Status = ResponseOf<typeof statusContract>
type PartNow = Pick<Status["parts"][number], "name" | "status">
type PartDay = { readonly good: number; readonly buckets: Status["parts"][number]["buckets"] }
type History = {
  readonly days: ReadonlyMap<string, PartDay>
  /** When each part was first sampled, on any day. */
  readonly firstMs: ReadonlyMap<string, number>
  readonly newestMs: number | null
  readonly incidents: Status["incidents"]
}

const BUCKET_MS = 15 * 60_000

/** This part is in every sample, so its newest sample is the newest of all. */
const REFERENCE_PART = "store"

const EMPTY_HISTORY: History = { days: new Map(), firstMs: new Map(), newestMs: null, incidents: [] }

const EMPTY_DAY: PartDay = { good: 0, buckets: [] }

const MAX_INCIDENTS = 100

const rankOf = { ok: 0, degraded: 1, down: 2 } as const satisfies Record<HealthStatus, number>

/**
 * Builds the answer of `/status` from stored samples: the last 24 hours by quarter of an hour, and the incidents. It
 * computes again only after a new sample or at a new quarter; each other call costs one read of the newest sample.
 */
export function createStatusDay(
  samples: HealthSamples,
  stepMs: number,
): (now: readonly PartNow[], nowMs: number) => Promise<Status> {
  let known: { readonly key: string; readonly past: History } | null = null

  async function read(fromMs: number, nowMs: number): Promise<History> {
    const newestMs = await samples.newestMs(REFERENCE_PART, nowMs)
    const key = `${newestMs} ${fromMs}`
    if (known?.key !== key) {
      const [day, badSamples, firstMs] = await Promise.all([
        samples.since(fromMs, nowMs),
        samples.notOk(nowMs),
        samples.firstMs(),
      ])
      const incidents = incidentsOf(badSamples, { stepMs, newestMs }).slice(0, MAX_INCIDENTS).map(toAnswer)
      known = { key, past: { days: daysOf(day), firstMs, newestMs, incidents } }
    }
    return known.past
  }

  return async (now, nowMs) => {
    const toMs = Math.floor(nowMs / BUCKET_MS) * BUCKET_MS + BUCKET_MS
    const fromMs = toMs - DAY_MS
    // When the store cannot be read, the current state is still reported.
    const past = await read(fromMs, nowMs).catch(() => known?.past ?? EMPTY_HISTORY)
    const dueOf = (firstMs: number) => samplesDue(Math.max(firstMs, fromMs), { newestMs: past.newestMs, nowMs, stepMs })
    return {
      from: isoTime(fromMs),
      to: isoTime(toMs),
      bucket_s: BUCKET_MS / 1000,
      parts: now.map(({ name, status }) => {
        const { good, buckets } = past.days.get(name) ?? EMPTY_DAY
        const firstMs = past.firstMs.get(name)
        const okShare = firstMs === undefined ? Number(status === "ok") : Math.min(1, good / dueOf(firstMs))
        return { name, status, ok_share: okShare, buckets }
      }),
      incidents: past.incidents,
    }
  }
}

function toAnswer({ part, status, fromMs, toMs }: Incident): Status["incidents"][number] {
  return { part, status, from: isoTime(fromMs), to: toMs === null ? null : isoTime(toMs) }
}

/** How many samples were due since `fromMs`. The sample of the current step counts once it is stored. */
function samplesDue(
  fromMs: number,
  { newestMs, nowMs, stepMs }: { readonly newestMs: number | null; readonly nowMs: number; readonly stepMs: number },
): number {
  const lastMs = Math.max(fromMs, newestMs ?? fromMs, Math.floor(nowMs / stepMs) * stepMs - stepMs)
  return Math.floor((lastMs - fromMs) / stepMs) + 1
}

function daysOf(samples: readonly HealthSample[]): ReadonlyMap<string, PartDay> {
  const names = [...new Set(samples.map(({ name }) => name))]
  return new Map(names.map((name) => [name, dayOf(samples.filter((sample) => sample.name === name))]))
}

function dayOf(samples: readonly HealthSample[]): PartDay {
  const worst = new Map<number, HealthStatus>()
  for (const { atMs, status } of samples) {
    const fromMs = Math.floor(atMs / BUCKET_MS) * BUCKET_MS
    const before = worst.get(fromMs) ?? "ok"
    worst.set(fromMs, rankOf[status] > rankOf[before] ? status : before)
  }
  return {
    good: samples.filter(({ status }) => status === "ok").length,
    buckets: [...worst].map(([fromMs, status]) => ({ from: isoTime(fromMs), status })),
  }
}

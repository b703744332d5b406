import type { ResponseOf } from "@/lib/api/contract"
import type { statusContract } from "@/lib/api/status"
import { isoTime } from "@/lib/domain/utc-day"
import type { HealthSample, HealthSamples, HealthStatus } from "@/lib/store/health-samples"

type Status = ResponseOf<typeof statusContract>
type PartNow = Pick<Status["parts"][number], "name" | "status">
type PartDay = Pick<Status["parts"][number], "ok_share" | "buckets">

const BUCKET_MS = 15 * 60_000
const DAY_MS = 86_400_000

/** A part that is in every sample. */
const ALWAYS_THERE = "store"

const NOTHING_NOTED: ReadonlyMap<string, PartDay> = new Map()

const rankOf = { ok: 0, degraded: 1, down: 2 } as const satisfies Record<HealthStatus, number>

/**
 * The last 24 hours by quarter of an hour, from what was noted. The day is counted again only when something new has
 * been noted or a new quarter has begun; asking costs one look at the newest sample.
 */
export function createStatusDay(samples: HealthSamples): (now: readonly PartNow[], nowMs: number) => Promise<Status> {
  let known: { readonly key: string; readonly days: ReadonlyMap<string, PartDay> } | null = null

  async function read(fromMs: number): Promise<ReadonlyMap<string, PartDay>> {
    const key = `${await samples.newestMs(ALWAYS_THERE)} ${fromMs}`
    if (known?.key !== key) known = { key, days: daysOf(await samples.since(fromMs)) }
    return known.days
  }

  return async (now, nowMs) => {
    const toMs = Math.floor(nowMs / BUCKET_MS) * BUCKET_MS + BUCKET_MS
    const fromMs = toMs - DAY_MS
    // Without the store there is still a present.
    const days = await read(fromMs).catch(() => known?.days ?? NOTHING_NOTED)
    return {
      from: isoTime(fromMs),
      to: isoTime(toMs),
      bucket_s: BUCKET_MS / 1000,
      parts: now.map(({ name, status }) => ({ name, status, ...(days.get(name) ?? unknownDay(status)) })),
    }
  }
}

function unknownDay(status: HealthStatus): PartDay {
  return { ok_share: status === "ok" ? 1 : 0, buckets: [] }
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
  const good = samples.filter(({ status }) => status === "ok").length
  return {
    ok_share: good / samples.length,
    buckets: [...worst].map(([fromMs, status]) => ({ from: isoTime(fromMs), status })),
  }
}

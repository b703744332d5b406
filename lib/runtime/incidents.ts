import type { HealthSample, HealthStatus } from "@/lib/store/health-samples"

/** A part that did not work as it should, from its first bad sample on. */
export type Incident = {
  readonly part: string
  /** The worst of it. */
  readonly status: Exclude<HealthStatus, "ok">
  readonly fromMs: number
  /** `null`: it goes on. */
  readonly toMs: number | null
}

export type Watch = {
  /** Time between two samples. */
  readonly stepMs: number
  /** The newest moment that was noted; `null`: none. */
  readonly newestMs: number | null
}

/** Weaker than usual for a shorter time is no incident: a provider's hiccup, bridged by the next one. */
const LEAST_DEGRADED_SAMPLES = 3
/** One good sample between two bad ones does not end an incident. */
const BRIDGED_STEPS = 2

/**
 * The incidents in samples that were not ok, oldest sample first: a part that was down at any time, or degraded for a quarter
 * of an hour. Newest incident first.
 */
export function incidentsOf(troubles: readonly HealthSample[], { stepMs, newestMs }: Watch): readonly Incident[] {
  const runs = new Map<string, HealthSample[][]>()
  for (const sample of troubles) {
    const known = runs.get(sample.name) ?? []
    const last = known.at(-1)
    const endMs = last?.at(-1)?.atMs
    if (last !== undefined && endMs !== undefined && sample.atMs - endMs <= BRIDGED_STEPS * stepMs) last.push(sample)
    else known.push([sample])
    runs.set(sample.name, known)
  }
  return [...runs.values()]
    .flat()
    .filter((run) => isDown(run) || run.length >= LEAST_DEGRADED_SAMPLES)
    .map((run) => toIncident(run, { stepMs, newestMs }))
    .toSorted((a, b) => b.fromMs - a.fromMs || (a.part < b.part ? -1 : 1))
}

function toIncident(run: readonly HealthSample[], { stepMs, newestMs }: Watch): Incident {
  const [first] = run
  const last = run.at(-1)
  if (first === undefined || last === undefined) throw new RangeError("An incident has a sample.")
  const status = isDown(run) ? ("down" as const) : ("degraded" as const)
  return { part: first.name, status, fromMs: first.atMs, toMs: last.atMs === newestMs ? null : last.atMs + stepMs }
}

function isDown(run: readonly HealthSample[]): boolean {
  return run.some(({ status }) => status === "down")
}

import type { HealthSample, HealthStatus } from "@/lib/store/health-samples"

/** A period in which one part was degraded or down. */
export type Incident = {
  readonly part: string
  /** The worst status within the incident. */
  readonly status: Exclude<HealthStatus, "ok">
  readonly fromMs: number
  /** `null`: the incident is not over. */
  readonly toMs: number | null
}

export type SamplingFacts = {
  /** Time between two samples. */
  readonly stepMs: number
  /** Time of the newest sample; `null`: there is none. */
  readonly newestMs: number | null
}

/** A shorter degradation is not an incident, because another provider covers it. */
const MIN_DEGRADED_SAMPLES = 3
/** One good sample between two bad ones does not end an incident. */
const MAX_GAP_STEPS = 2

/**
 * Groups samples that were not ok (oldest first) into incidents (newest first). An incident is any time down, or a
 * degradation of at least a quarter of an hour.
 */
export function incidentsOf(
  badSamples: readonly HealthSample[],
  { stepMs, newestMs }: SamplingFacts,
): readonly Incident[] {
  const runs = new Map<string, HealthSample[][]>()
  for (const sample of badSamples) {
    const known = runs.get(sample.name) ?? []
    const last = known.at(-1)
    const endMs = last?.at(-1)?.atMs
    if (last !== undefined && endMs !== undefined && sample.atMs - endMs <= MAX_GAP_STEPS * stepMs) last.push(sample)
    else known.push([sample])
    runs.set(sample.name, known)
  }
  return [...runs.values()]
    .flat()
    .filter((run) => isDown(run) || run.length >= MIN_DEGRADED_SAMPLES)
    .map((run) => toIncident(run, { stepMs, newestMs }))
    .toSorted((a, b) => b.fromMs - a.fromMs || (a.part < b.part ? -1 : 1))
}

function toIncident(run: readonly HealthSample[], { stepMs, newestMs }: SamplingFacts): Incident {
  const [first] = run
  const last = run.at(-1)
  if (first === undefined || last === undefined) throw new RangeError("An incident has at least one sample.")
  const status = isDown(run) ? ("down" as const) : ("degraded" as const)
  return { part: first.name, status, fromMs: first.atMs, toMs: last.atMs === newestMs ? null : last.atMs + stepMs }
}

function isDown(run: readonly HealthSample[]): boolean {
  return run.some(({ status }) => status === "down")
}

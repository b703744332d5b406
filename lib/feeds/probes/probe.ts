import type { Clock } from "@/lib/domain/clock"
import type { SourceClient } from "@/lib/outbound/source-client"
import type { LicenseClass } from "@/lib/sources/wire/license-class"

/** A day of hours. */
export const DAY_HOURS = 24

export type ProbePorts = {
  readonly http: SourceClient
  readonly clock: Clock
  readonly keys: Readonly<Record<"sosovalue" | "fred" | "coingecko", string | null>>
}

/** What an answer held. `asOfMs` is `null` for schedules and lists, which have no time of their own. */
export type ProbeResult = {
  readonly rows: number
  readonly droppedRows: number
  readonly asOfMs: number | null
  /** What should be in it and is not, in words. */
  readonly missing?: string | null
}

/** What the feeds would not take: fewer rows, or content that is older. */
export type Need = {
  /** One unless told. */
  readonly minRows?: number
  /** Absent for what has no time of its own. */
  readonly maxAgeMs?: number
}

/** One question to one provider, parsed as the feeds would parse it. */
export type Probe = Required<Pick<Need, "minRows">> & {
  readonly provider: string
  readonly what: string
  readonly license: LicenseClass
  readonly maxAgeMs: number | null
  run(): Promise<ProbeResult>
}

type Series = { readonly points: readonly unknown[]; readonly asOfMs: number; readonly droppedRows: number }

type Named = { readonly name: string; readonly license: LicenseClass }

/** One question that says itself what it found. */
export function probe({ name, license }: Named, what: string, run: () => Promise<ProbeResult>, need: Need = {}): Probe {
  return { provider: name, what, license, run, minRows: need.minRows ?? 1, maxAgeMs: need.maxAgeMs ?? null }
}

/** A question that is answered with points in time. */
export function series(source: Named, what: string, read: () => Promise<Series>, need: Need): Probe {
  const run = async () => {
    const { points, asOfMs, droppedRows } = await read()
    return { rows: points.length, droppedRows, asOfMs }
  }
  return probe(source, what, run, need)
}

/** Probes of a provider that wants a key; none where there is no key. */
export function keyed(key: string | null, probesOf: (key: string) => readonly Probe[]): readonly Probe[] {
  return key === null ? [] : probesOf(key)
}

/** What a list without a time of its own holds. */
export function list(rows: readonly unknown[]): ProbeResult {
  return { rows: rows.length, droppedRows: 0, asOfMs: null }
}

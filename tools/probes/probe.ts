import type { Clock } from "@/lib/domain/clock"
import type { SourceClient } from "@/lib/outbound/source-client"
import type { LicenseClass } from "@/lib/market/sources/wire/license-class"

/** A day of hours. */
export const DAY_HOURS = 24

export type ProbePorts = {
  readonly http: SourceClient
  readonly clock: Clock
  readonly keys: Readonly<Record<"sosovalue" | "fred" | "coingecko", string | null>>
}

/** Content of an answer. `asOfMs` is `null` for schedules and lists without timestamps. */
export type ProbeResult = {
  readonly rows: number
  readonly droppedRows: number
  readonly asOfMs: number | null
  /** Expected content that is missing, in words. */
  readonly missing?: string | null
}

/** Minimum rows and maximum age that the feeds accept. */
export type Need = {
  /** Default 1. */
  readonly minRows?: number
  /** Absent for content without a timestamp. */
  readonly maxAgeMs?: number
}

/** One request to one provider, parsed like the feeds do. */
export type Probe = Required<Pick<Need, "minRows">> & {
  readonly provider: string
  readonly what: string
  readonly license: LicenseClass
  readonly maxAgeMs: number | null
  run(): Promise<ProbeResult>
}

type Series = { readonly points: readonly unknown[]; readonly asOfMs: number; readonly droppedRows: number }

type Named = { readonly name: string; readonly license: LicenseClass }

/** A probe with its own result. */
export function probe({ name, license }: Named, what: string, run: () => Promise<ProbeResult>, need: Need = {}): Probe {
  return { provider: name, what, license, run, minRows: need.minRows ?? 1, maxAgeMs: need.maxAgeMs ?? null }
}

/** A probe of a time series. */
export function series(source: Named, what: string, read: () => Promise<Series>, need: Need): Probe {
  const run = async () => {
    const { points, asOfMs, droppedRows } = await read()
    return { rows: points.length, droppedRows, asOfMs }
  }
  return probe(source, what, run, need)
}

/** Probes of a provider that needs a key; empty without the key. */
export function keyed(key: string | null, probesOf: (key: string) => readonly Probe[]): readonly Probe[] {
  return key === null ? [] : probesOf(key)
}

/** Result of a list without timestamps. */
export function list(rows: readonly unknown[]): ProbeResult {
  return { rows: rows.length, droppedRows: 0, asOfMs: null }
}

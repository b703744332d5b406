import type { Clock } from "@/lib/domain/clock"
import { isSourceError } from "@/lib/outbound/errors"
import { permitted, type SourceRights } from "@/lib/market/feeds/feed-ports"
import type { Probe, ProbeResult } from "./probe"

export type Outcome = {
  readonly reached: boolean
  /** The parsed answer, if any. */
  readonly result: ProbeResult | null
  /** Whether the feeds would accept the answer. */
  readonly isUsable: boolean
  /** Description of the problem; empty if there is none. */
  readonly says: string
}

/** Error kinds without any answer from the provider. */
const UNREACHED = new Set(["network", "timeout"])

/** Runs one probe and checks the answer like the feeds do. */
async function runProbe(probe: Probe, clock: Clock): Promise<Outcome> {
  try {
    const result = await probe.run()
    const fault = faultOf(probe, result, clock())
    const drift = result.droppedRows === 0 ? [] : [`${result.droppedRows} rows unreadable`]
    return { reached: true, result, isUsable: fault === null, says: [...(fault ?? []), ...drift].join("; ") }
  } catch (error) {
    const kind = isSourceError(error) ? error.kind : "internal"
    const says = error instanceof Error ? `${kind}: ${error.message.split("\n")[0] ?? ""}` : kind
    return { reached: !UNREACHED.has(kind), result: null, isUsable: false, says }
  }
}

function faultOf(
  { minRows, maxAgeMs }: Probe,
  { rows, asOfMs, missing = null }: ProbeResult,
  nowMs: number,
): string[] | null {
  if (missing !== null) return [missing]
  if (rows < minRows) return [`fewer than ${minRows} rows`]
  if (maxAgeMs === null) return null
  return asOfMs === null || Math.abs(nowMs - asOfMs) > maxAgeMs ? ["too old: the feeds refuse it"] : null
}

/**
 * Runs providers in parallel and the probes of one provider in sequence. The outcome is `null` if the strict profile
 * excludes the provider.
 */
export function runProbes(
  all: readonly Probe[],
  { clock, rights }: { readonly clock: Clock; readonly rights: SourceRights },
): readonly { readonly probe: Probe; readonly outcome: Promise<Outcome | null> }[] {
  const last = new Map<string, Promise<unknown>>()
  return all.map((probe) => {
    if (permitted(rights, [{ name: probe.provider, license: probe.license }]).length === 0)
      return { probe, outcome: Promise.resolve(null) }
    const before = last.get(probe.provider) ?? Promise.resolve()
    const outcome = before.then(() => runProbe(probe, clock))
    last.set(probe.provider, outcome)
    return { probe, outcome }
  })
}

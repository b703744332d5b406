import type { Clock } from "@/lib/domain/clock"
import { isSourceError } from "@/lib/outbound/errors"
import type { Probe, ProbeResult } from "./probe"

export type Outcome = {
  readonly reached: boolean
  /** What the provider said, where it could be read. */
  readonly result: ProbeResult | null
  /** Whether the feeds would take it. */
  readonly isUsable: boolean
  /** What is wrong or no longer fits; empty where nothing is. */
  readonly says: string
}

/** Answers that never came from the provider at all. */
const UNREACHED = new Set(["network", "timeout"])

/** Asks, and judges the answer as the feeds would. */
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
 * Providers side by side, the questions to one of them after each other. `null`: a provider whose terms the profile heeds,
 * which is not asked.
 */
export function runProbes(
  all: readonly Probe[],
  { clock, isStrict }: { readonly clock: Clock; readonly isStrict: boolean },
): readonly { readonly probe: Probe; readonly outcome: Promise<Outcome | null> }[] {
  const last = new Map<string, Promise<unknown>>()
  return all.map((probe) => {
    if (isStrict && probe.license === "evaluation") return { probe, outcome: Promise.resolve(null) }
    const before = last.get(probe.provider) ?? Promise.resolve()
    const outcome = before.then(() => runProbe(probe, clock))
    last.set(probe.provider, outcome)
    return { probe, outcome }
  })
}

/** What a command ends with: 1 when any provider that is read did not give what the feeds take. */
export function exitCodeOf(outcomes: readonly (Outcome | null)[]): 0 | 1 {
  return outcomes.every((outcome) => outcome?.isUsable ?? true) ? 0 : 1
}

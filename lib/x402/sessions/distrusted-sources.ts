import { type Clock, isOver } from "@/lib/domain/clock"
import type { GasGuard } from "@/lib/x402/gate/gas-guard"

const DISTRUST_MS = 60_000

/** Sources of money of payers that burned gas, each for a while. */
export function createDistrustedSources({
  guard,
  clock,
}: {
  readonly guard: Pick<GasGuard, "sources" | "proven">
  readonly clock: Clock
}) {
  /** With the time of the last payer that burned gas. */
  const distrusted = new Map<string, number>()

  function add(payer: `0x${string}`): void {
    void guard.sources.of(payer).then((source) => distrusted.set(source, clock()))
  }

  /** Whether the money of a new payer came from such a source. */
  async function has(payer: `0x${string}`): Promise<boolean> {
    for (const [source, sinceMs] of distrusted) {
      if (isOver({ sinceMs, lengthMs: DISTRUST_MS, nowMs: clock() })) distrusted.delete(source)
    }
    if (distrusted.size === 0 || guard.proven.countOf(payer) > 0) return false
    return distrusted.has(await guard.sources.of(payer))
  }

  return { add, has }
}

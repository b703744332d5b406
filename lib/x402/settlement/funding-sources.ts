import { boundedQueue } from "@/lib/x402/chain/bounded-queue"
import { type Clock, isOver } from "@/lib/domain/clock"

/** Groups payers by the address that their money came from. */
export type FundingSources = {
  /** The source as far as it was looked up before. */
  known(payer: string): string | null
  /** The source, or the payer itself when the node shows none. Never rejects. */
  of(payer: `0x${string}`): Promise<string>
}

export type FundingSourcesOptions = {
  readonly chain: { fundingSource(payer: `0x${string}`): Promise<string | null> }
  readonly clock: Clock
}

const LOOKUPS = { maxConcurrent: 4, maxPending: 200 }
const FRESH_MS = 600_000
const MAX_PAYERS = 10_000

type Entry = { readonly source: Promise<string>; found: string | null; readonly sinceMs: number }

export function createFundingSources({ chain, clock }: FundingSourcesOptions): FundingSources {
  const enqueue = boundedQueue(LOOKUPS)
  /** In the order of their lookup. */
  const entries = new Map<string, Entry>()

  async function lookUp(payer: `0x${string}`): Promise<string> {
    const found = await enqueue(() => chain.fundingSource(payer)).catch(() => null)
    return (found ?? payer).toLowerCase()
  }

  function freshEntry(payer: string): Entry | null {
    const entry = entries.get(payer)
    return entry && !isOver({ sinceMs: entry.sinceMs, lengthMs: FRESH_MS, nowMs: clock() }) ? entry : null
  }

  return {
    known: (payer) => freshEntry(payer)?.found ?? null,

    of(payer) {
      const known = freshEntry(payer)
      if (known !== null) return known.source
      const source = lookUp(payer)
      const entry: Entry = { source, found: null, sinceMs: clock() }
      void source.then((found) => {
        entry.found = found
      })
      entries.delete(payer)
      entries.set(payer, entry)
      const [oldest] = entries.keys()
      if (entries.size > MAX_PAYERS && oldest !== undefined) entries.delete(oldest)
      return source
    },
  }
}

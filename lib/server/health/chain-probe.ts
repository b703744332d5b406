import { createClient } from "viem"
import { getBlock } from "viem/actions"
import { rpcTransport } from "@/lib/x402/chain/rpc-transport"
import { isOver } from "@/lib/domain/clock"

/** The newest block that the node reports. `error` is a kind, because the text of the node's error may contain its API key. */
export type ChainState = {
  readonly blockNumber: bigint | null
  readonly headMs: number | null
  readonly error: "unreachable" | null
}

const CACHE_MS = 5_000
/** A failed read is repeated sooner, so that a slow start does not look like an outage. */
const RETRY_MS = 1_000
const TIMEOUT_MS = 3_000

/** `freshMs`: the greatest age of a head that is not read again; absent: 5 seconds. */
export type ReadChainState = (nowMs: number, freshMs?: number) => Promise<ChainState>

/** Reads the chain's head at most every 5 seconds, however often `/health` is requested. */
export function createChainProbe(rpcUrls: readonly string[]): ReadChainState {
  const client = createClient({ transport: rpcTransport({ url: rpcUrls, timeoutMs: TIMEOUT_MS }) })
  let cached: { sinceMs: number; lengthMs: number; readonly state: Promise<ChainState> } | null = null
  return async (nowMs, freshMs = CACHE_MS) => {
    const lengthMs = Math.min(freshMs, cached?.lengthMs ?? 0)
    if (cached !== null && !isOver({ sinceMs: cached.sinceMs, lengthMs, nowMs })) return cached.state
    const entry = { sinceMs: nowMs, lengthMs: CACHE_MS, state: read(client) }
    cached = entry
    const state = await entry.state
    if (state.error !== null) Object.assign(entry, { sinceMs: Date.now(), lengthMs: RETRY_MS })
    return state
  }
}

async function read(client: ReturnType<typeof createClient>): Promise<ChainState> {
  try {
    const { number, timestamp } = await getBlock(client, { blockTag: "latest" })
    return { blockNumber: number, headMs: Number(timestamp) * 1000, error: null }
  } catch {
    return { blockNumber: null, headMs: null, error: "unreachable" }
  }
}

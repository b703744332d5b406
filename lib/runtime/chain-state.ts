import { createClient } from "viem"
import { getBlock } from "viem/actions"
import { rpcTransport } from "@/lib/chain/rpc-transport"
import { isOver } from "@/lib/domain/clock"
import { config } from "./config"
import { singleton } from "./singleton"

/** What the node said last; `error` is a kind for `/health`, never the node's words, which may hold its key. */
export type ChainState = {
  readonly blockNumber: bigint | null
  readonly headMs: number | null
  readonly error: "unreachable" | null
}

const FRESH_MS = 10_000
/** A node that did not answer is asked again sooner: a busy start must not look like an outage. */
const RETRY_MS = 1_000
const TIMEOUT_MS = 3_000

/** The chain's head, asked at most every ten seconds however often `/health` is. */
export function chainState(): Promise<ChainState> {
  const probe = singleton("chain-probe", createProbe)
  return probe(Date.now())
}

function createProbe(): (nowMs: number) => Promise<ChainState> {
  const client = createClient({ transport: rpcTransport({ url: config().chain.rpcUrl, timeoutMs: TIMEOUT_MS }) })
  let asked: { sinceMs: number; lengthMs: number; readonly state: Promise<ChainState> } | null = null
  return async (nowMs) => {
    if (asked !== null && !isOver({ ...asked, nowMs })) return asked.state
    const asking = { sinceMs: nowMs, lengthMs: FRESH_MS, state: read(client) }
    asked = asking
    const state = await asking.state
    if (state.error !== null) Object.assign(asking, { sinceMs: Date.now(), lengthMs: RETRY_MS })
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

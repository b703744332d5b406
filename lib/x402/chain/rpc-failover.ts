import { z } from "zod"
import { type Clock, isOver } from "@/lib/domain/clock"
import { singleFlight } from "@/lib/domain/single-flight"
import { isRateLimit, isRpcError } from "./rpc-error"

export type RpcCall = { readonly method: string; readonly params?: unknown }

/** One node of several. `request` rejects with the node's own error, or when the node gives no answer. */
export type RpcNode = {
  /** For the log: the URL may hold a key. */
  readonly host: string
  readonly request: (call: RpcCall) => Promise<unknown>
}

export type RpcFailoverOptions = {
  /** In the order of preference. */
  readonly nodes: readonly RpcNode[]
  readonly clock: Clock
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

type NodeState = RpcNode & { unavailableSinceMs: number | null; why: string | null }

const CHECK_MS = 10_000
/** A node that gave no answer is asked again after this time. */
const UNREACHABLE_RETRY_MS = 15_000
/** Base has a block every 2 seconds. */
const MAX_LAG_S = 30
const MAX_AHEAD_S = 60
/** Nodes may disagree about the newest blocks without a fault of theirs. */
const COMPARED_DEPTH = 5n

const RECEIPT = "eth_getTransactionReceipt"
const BROADCAST_WITH_RECEIPT = "eth_sendRawTransactionSync"

const Head = z.object({ number: z.string().transform(BigInt), timestamp: z.string().transform(Number) })
const Hex = z.string().toLowerCase()
/** The fields of a receipt about money. Nodes differ in the other fields and in their order. */
const Receipt = z.object({
  transactionHash: Hex,
  blockHash: Hex,
  status: Hex,
  logs: z.array(z.object({ address: Hex, topics: z.array(Hex), data: Hex })),
})

/**
 * Sends calls to one of several nodes. The first available node answers. A node that cannot be reached, limits the rate,
 * lags, or is on another chain than most nodes is skipped until it recovers.
 *
 * A receipt says that money has moved, so a second node must give the same one. While it does not, the receipt counts
 * as not available. Where the nodes disagree about older blocks without a majority, no call is answered: it is unknown
 * which node is wrong, and no payment is taken.
 */
export function createRpcFailover({ nodes, clock, log }: RpcFailoverOptions): RpcNode["request"] {
  const states: readonly NodeState[] = nodes.map((node) => ({ ...node, unavailableSinceMs: null, why: null }))
  let checkedMs = Number.NEGATIVE_INFINITY
  let isSplit = false
  const compareOnce = singleFlight(compare)

  const isAvailable = ({ unavailableSinceMs }: NodeState) => unavailableSinceMs === null
  const mayAnswer = (node: NodeState) =>
    isAvailable(node) ||
    (node.why === "unreachable" &&
      isOver({ sinceMs: node.unavailableSinceMs ?? 0, lengthMs: UNREACHABLE_RETRY_MS, nowMs: clock() }))

  function markUnavailable(node: NodeState, why: string): void {
    if (node.why !== why) log("rpc_node_left", { host: node.host, why })
    node.unavailableSinceMs = clock()
    node.why = why
  }

  function markAvailable(node: NodeState): void {
    if (node.why !== null) log("rpc_node_back", { host: node.host })
    node.unavailableSinceMs = null
    node.why = null
  }

  /** The nodes that may answer. Without any, nodes that gave no answer are asked again before their time. */
  function candidates(): readonly NodeState[] {
    const available = states.filter(mayAnswer)
    return available.length > 0 ? available : states.filter(({ why }) => why === "unreachable")
  }

  async function request(call: RpcCall): Promise<unknown> {
    if (isOver({ sinceMs: checkedMs, lengthMs: CHECK_MS, nowMs: clock() })) void check()
    if (isSplit) throw new Error("The nodes of RPC_URL disagree, so none is believed.")
    let cause: unknown = new Error("No node of RPC_URL is fit.")
    for (const node of candidates()) {
      try {
        const result = await node.request(call)
        if (node.why === "unreachable") markAvailable(node)
        return call.method === RECEIPT || call.method === BROADCAST_WITH_RECEIPT
          ? await confirmed(node, result)
          : result
      } catch (error) {
        // The node has read the call, so another node would answer with the same error.
        if (isRpcError(error) && !isRateLimit(error)) throw error
        markUnavailable(node, "unreachable")
        cause = error
      }
    }
    throw cause
  }

  /** The receipt when another available node has the same receipt, or when no other node is available; `null` otherwise. */
  async function confirmed(node: NodeState, result: unknown): Promise<unknown> {
    const own = Receipt.safeParse(result)
    // A hash, or nothing yet.
    if (!own.success) return result
    for (const other of states) {
      if (other === node || !isAvailable(other)) continue
      try {
        const theirs = Receipt.safeParse(await other.request({ method: RECEIPT, params: [own.data.transactionHash] }))
        if (!theirs.success) return null
        if (JSON.stringify(theirs.data) === JSON.stringify(own.data)) return result
        log("rpc_nodes_disagree", { hosts: [node.host, other.host], transaction: own.data.transactionHash })
        return null
      } catch {
        markUnavailable(other, "unreachable")
      }
    }
    return result
  }

  function check(): Promise<void> {
    checkedMs = clock()
    return compareOnce()
  }

  /** Compares the heads of all nodes, and the hash of one block that all of them have. Never rejects. */
  async function compare(): Promise<void> {
    const heads = await Promise.all(states.map(headOf))
    const nowS = clock() / 1_000
    const isPlausible = (head: Head) => head.timestamp <= nowS + MAX_AHEAD_S
    const freshestS = Math.max(0, ...heads.map((head) => (head !== null && isPlausible(head) ? head.timestamp : 0)))
    const good: { readonly node: NodeState; readonly head: Head }[] = []
    for (const [index, node] of states.entries()) {
      const head = heads[index] ?? null
      if (head === null) markUnavailable(node, "unreachable")
      else if (!isPlausible(head)) markUnavailable(node, "ahead of the clock")
      else if (freshestS - head.timestamp > MAX_LAG_S) markUnavailable(node, "lags")
      else good.push({ node, head })
    }
    const lowest = good.reduce((least, { head }) => (head.number < least ? head.number : least), 1n << 64n)
    const blockNumber = lowest - COMPARED_DEPTH
    const hashes = await Promise.all(good.map(({ node }) => hashAt(node, blockNumber)))
    compareHashes(
      good.map(({ node }) => node),
      hashes,
    )
  }

  function compareHashes(compared: readonly NodeState[], hashes: readonly (string | null)[]): void {
    const counts = new Map<string, number>()
    for (const hash of hashes) if (hash !== null) counts.set(hash, (counts.get(hash) ?? 0) + 1)
    const [majority, second] = [...counts].toSorted(([, a], [, b]) => b - a)
    const wasSplit = isSplit
    isSplit = majority !== undefined && second !== undefined && second[1] === majority[1]
    if (isSplit && !wasSplit) log("rpc_nodes_disagree", { hosts: compared.map(({ host }) => host) })
    if (isSplit) return
    for (const [index, node] of compared.entries()) {
      const hash = hashes[index]
      if (hash === null || hash === undefined || hash === majority?.[0]) markAvailable(node)
      else markUnavailable(node, "of another chain than most")
    }
  }

  return request
}

type Head = z.output<typeof Head>

async function headOf(node: RpcNode): Promise<Head | null> {
  const block = await node.request({ method: "eth_getBlockByNumber", params: ["latest", false] }).catch(() => null)
  return Head.safeParse(block).data ?? null
}

async function hashAt(node: RpcNode, blockNumber: bigint): Promise<string | null> {
  if (blockNumber < 0n) return null
  const params = [`0x${blockNumber.toString(16)}`, false]
  const block = await node.request({ method: "eth_getBlockByNumber", params }).catch(() => null)
  return z.object({ hash: z.string() }).safeParse(block).data?.hash ?? null
}

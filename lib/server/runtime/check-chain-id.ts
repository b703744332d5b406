import { type Client, createClient } from "viem"
import { getChainId, getCode } from "viem/actions"
import { limitedMulticallOn, MULTICALL3 } from "@/lib/x402/chain/multicall"
import { rpcTransport } from "@/lib/x402/chain/rpc-transport"
import { type Config, InvalidConfigError } from "@/lib/server/config/env"

type Log = (event: string, facts: Readonly<Record<string, unknown>>) => void
type Settings = Pick<Config, "mode" | "chain">
type Sending = Pick<Config, "settlerPrivateKey" | "sessions">

const TIMEOUT_MS = 8_000

/** Checks every node of `RPC_URL`. @throws {InvalidConfigError} */
export async function checkNodes(settings: Settings & Sending, log: Log): Promise<void> {
  const { rpcUrls } = settings.chain
  const clients = rpcUrls.map((url) => createClient({ transport: rpcTransport({ url, timeoutMs: TIMEOUT_MS }) }))
  for (const [index, client] of clients.entries()) {
    const which = rpcUrls.length === 1 ? "" : `number ${index + 1} `
    await checkChainId(settings, client, log, which)
    await checkContracts(settings, client, which)
  }
}

/**
 * Stops the start when the node belongs to another chain than the configured one, or when the URL is refused, because every
 * payment would fail there without a clear reason. An unreachable node does not stop the start.
 *
 * @throws {InvalidConfigError}
 */
export async function checkChainId({ mode, chain }: Settings, client: Client, log: Log, which = ""): Promise<void> {
  let chainId: number
  try {
    chainId = await getChainId(client)
  } catch (cause) {
    const status = refusalStatus(cause)
    if (status === null) return log("chain_not_checked", { network: chain.network })
    throw new InvalidConfigError([`RPC_URL: ${which}answers ${status} and no JSON-RPC. Check its path and its key`])
  }
  if (chainId === chain.chainId) return
  const ours = mode === "live" ? `NETWORK=${chain.networkV1}` : "the sandbox's"
  throw new InvalidConfigError([`RPC_URL: ${which}is a node of chain ${chainId}, ${ours} is ${chain.chainId}`])
}

/**
 * Without Multicall3 nothing can be read, and without the multicall with gas limits no payment can be sent. A node that does not
 * answer does not stop the start.
 *
 * @throws {InvalidConfigError}
 */
export async function checkContracts(
  { chain, settlerPrivateKey, sessions }: Pick<Settings, "chain"> & Sending,
  client: Client,
  which = "",
): Promise<void> {
  const isSending = settlerPrivateKey !== null || sessions !== null
  const needed = [MULTICALL3, ...(isSending ? [limitedMulticallOn(chain.chainId)] : [])] as const
  const codes = await Promise.all(needed.map((address) => getCode(client, { address }).catch(() => null)))
  const missing = needed.filter((_, index) => codes[index] === undefined)
  if (missing.length === 0) return
  throw new InvalidConfigError([
    `RPC_URL: the chain of the node ${which}has no contract at ${missing.join(" and ")}, which payments need`,
  ])
}

/** Request timeout, too early, too many requests: they say nothing about the URL. */
const PASSING: ReadonlySet<string> = new Set(["408", "425", "429"])

/** The status of a node that does not know the URL or the key; other failures may pass. */
function refusalStatus(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const status = /^The node answers (4\d\d) and no JSON-RPC/.exec(cause.message)?.[1]
    if (status !== undefined && !PASSING.has(status)) return status
  }
  return null
}

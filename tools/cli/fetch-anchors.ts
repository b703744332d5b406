import { type Client, createClient, http } from "viem"
import { getBlock, getBlockNumber, getChainId } from "viem/actions"
import { base, baseSepolia } from "viem/chains"
import { z } from "zod"
import { recordContract } from "@/lib/endpoints/record/contract"
import { recordAnchorsContract } from "@/lib/endpoints/record-anchors/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { type AnchorOnChain, anchorsIn, type AnchorsRead, type Payee } from "@/lib/x402/chain/read-anchors"
import { pagesUp } from "@/lib/x402/chain/log-pages"
import { parseJson } from "@/lib/domain/parse-json"
import type { Acceptance } from "@/lib/domain/track-record/record-anchor"
import { lowerHex } from "@/lib/domain/lower-hex"
import { askApi } from "./fetch-record"

/** What the service itself says about its anchors. It is compared with the chain and proves nothing. */
export type StatedProof = {
  /** CAIP-2 identifier. */
  readonly network: string
  readonly isPublic: boolean
  readonly payee: Payee
  /** Payee of the newest offer of the service; `null`: it made none. */
  readonly offeredPayTo: string | null
  readonly senders: readonly string[]
  readonly listed: readonly { readonly transaction: string; readonly head: string }[]
  readonly listedMs: number
  /** False when older anchors do not fit into the list. */
  readonly isWholeList: boolean
  readonly acceptances: readonly Acceptance[]
  readonly provenInTime: number
}

/** Nodes that anybody may ask. */
const publicNodes: Readonly<Record<string, string>> = {
  [`eip155:${base.id}`]: base.rpcUrls.default.http[0],
  [`eip155:${baseSepolia.id}`]: baseSepolia.rpcUrls.default.http[0],
}

/** A place behind every record: the page is empty and has the proof. */
const AFTER_ALL = 100_000_000

export async function fetchStatedProof(api: string, get: typeof fetch = fetch): Promise<StatedProof> {
  const ask = async (path: string) => {
    const response = await askApi(api, path, get)
    if (!response.ok) throw new Error(`${api}${path} answered ${response.status}.`)
    return response.json()
  }
  const stated = recordAnchorsContract.response.parse(await ask("/record/anchors"))
  const { proof } = recordContract.response.parse(await ask(`/record?after=${AFTER_ALL}`)).integrity
  const { network, asset, pay_to: payTo, senders, anchors, timestamp } = stated
  return {
    network,
    isPublic: proof.public_chain,
    payee: { usdc: lowerHex(asset), payTo: lowerHex(payTo) },
    offeredPayTo: await offeredPayTo(api, get),
    senders,
    listed: anchors,
    listedMs: Date.parse(timestamp),
    isWholeList: !stated.has_more,
    acceptances: proof.accepted,
    provenInTime: proof.proven_in_time,
  }
}

const Offer = z.object({ accepts: z.array(z.looseObject({ payTo: z.string() })).min(1) })

/** Where buyers pay, by an offer of the service: it may not name another payee for its anchors. */
async function offeredPayTo(api: string, get: typeof fetch): Promise<string | null> {
  const response = await askApi(api, signalContract.path.replace("{coin}", "BTC"), get)
  const header = response.status === 402 ? response.headers.get("PAYMENT-REQUIRED") : null
  if (header === null) return null
  return Offer.safeParse(parseJson(Buffer.from(header, "base64").toString())).data?.accepts[0]?.payTo ?? null
}

/** The node of a public network, or the one of a sandbox. */
export function nodeOf(api: string, { network, isPublic }: Pick<StatedProof, "network" | "isPublic">): string {
  const url = isPublic ? publicNodes[network] : `${api.replace(/\/$/, "")}/sandbox/rpc`
  if (url === undefined) throw new Error(`--rpc: give a node of ${network}.`)
  return url
}

export type ChainReading = AnchorsRead & { readonly fromBlock: bigint; readonly toBlock: bigint }

/**
 * Reads all anchors from the chain, page by page.
 *
 * @param beginMs when the first record was sealed. Accounts that the service names do not say where to begin, because it may
 *   leave out former ones.
 * @throws {Error} the node is of another chain
 */
export async function readAnchors(
  rpcUrl: string,
  { network, payee }: Pick<StatedProof, "network" | "payee">,
  options: {
    readonly beginMs: number
    readonly fromBlock?: bigint
    readonly onProgress: (block: bigint, newest: bigint) => void
  },
): Promise<ChainReading> {
  const client = createClient({ transport: http(rpcUrl) })
  const chain = `eip155:${await getChainId(client)}`
  if (chain !== network) throw new Error(`--rpc: the node is of ${chain}, the anchors of ${network}.`)
  const newest = await getBlockNumber(client, { cacheTime: 0 })
  const fromBlock = options.fromBlock ?? (await blockAt(client, newest, options.beginMs))
  const anchors: AnchorOnChain[] = []
  const received = new Map<string, bigint>()
  for (const page of pagesUp({ fromBlock, toBlock: newest })) {
    const read = await anchorsIn(client, { ...payee, ...page })
    anchors.push(...read.anchors)
    for (const [sender, value] of read.received) received.set(sender, (received.get(sender) ?? 0n) + value)
    options.onProgress(page.toBlock, newest)
  }
  return { anchors, received, fromBlock, toBlock: newest }
}

/** The first block of this time or later. */
async function blockAt(client: Client, newest: bigint, timeMs: number): Promise<bigint> {
  return firstWhere(newest, async (blockNumber) => {
    return Number((await getBlock(client, { blockNumber })).timestamp) * 1_000 >= timeMs
  })
}

/** The first block in which a condition holds that then holds in all later ones; the newest one when it holds in none. */
async function firstWhere(newest: bigint, holds: (block: bigint) => Promise<boolean>): Promise<bigint> {
  let [low, high] = [0n, newest]
  while (low < high) {
    const middle = (low + high) / 2n
    if (await holds(middle)) high = middle
    else low = middle + 1n
  }
  return low
}

import type { z } from "zod"
import { createPublicClient, http } from "viem"
import { recordAnchorsContract } from "@/lib/api/record-anchors"
import { anchorIn } from "@/lib/chain/record-anchor"
import { DAY_MS } from "@/lib/domain/utc-day"
import { askApi, type ExportedRecord } from "./fetch-record"

export type Anchor = z.output<typeof recordAnchorsContract.response>["anchors"][number]

/** The transaction of an anchor on the chain; `null`: no block has it. */
export type AnchoringBlock = { readonly input: string; readonly timeMs: number }

export type AnchorReport = {
  readonly faults: readonly string[]
  readonly anchors: number
  /** Records that were in a block before the first outcome that they state was known; `null`: no node was given. */
  readonly provenInTime: number | null
}

/** Newest first. `network` is a CAIP-2 identifier; `null` for a service of before there were anchors. */
export type Anchors = { readonly network: string | null; readonly anchors: readonly Anchor[] }

/** The anchors of a service. */
export async function fetchAnchors(api: string, get: typeof fetch = fetch): Promise<Anchors> {
  const response = await askApi(api, "/record/anchors", get)
  if (response.status === 404) return { network: null, anchors: [] }
  if (!response.ok) throw new Error(`${api} answered ${response.status}.`)
  return recordAnchorsContract.response.parse(await response.json())
}

/**
 * Reads transactions and the times of their blocks from a node. Rejects on RPC faults.
 *
 * @throws {Error} the node is of another chain than the anchors
 */
export async function anchoringBlocks(
  rpcUrl: string,
  { network }: Pick<Anchors, "network">,
): Promise<(anchor: Anchor) => Promise<AnchoringBlock | null>> {
  const client = createPublicClient({ transport: http(rpcUrl) })
  const chain = `eip155:${await client.getChainId()}`
  if (network !== null && chain !== network)
    throw new Error(`--rpc: the node is of ${chain}, the anchors of ${network}.`)
  return async ({ transaction }) => {
    const found = await client.getTransaction({ hash: transaction as `0x${string}` }).catch((error: unknown) => {
      if (error instanceof Error && error.name === "TransactionNotFoundError") return null
      throw error
    })
    if (found?.blockNumber == null) return null
    const { timestamp } = await client.getBlock({ blockNumber: found.blockNumber })
    return { input: found.input, timeMs: Number(timestamp) * 1_000 }
  }
}

/**
 * Checks that each anchor names a record of this chain and, with a node, that its transaction carries this head. A record
 * up to the head existed before the block.
 *
 * @param read absent: the transactions are not checked
 */
export async function checkAnchors(
  anchors: readonly Anchor[],
  records: readonly ExportedRecord[],
  read?: (anchor: Anchor) => Promise<AnchoringBlock | null>,
): Promise<AnchorReport> {
  const placeOf = new Map(records.map(({ hash }, index) => [hash, index + 1]))
  const faults: string[] = []
  let [proven, done] = [0, 0]
  for (const anchor of anchors.toReversed()) {
    const place = placeOf.get(anchor.head)
    if (place === undefined) {
      faults.push(`${anchor.transaction}: its head is not a record of this chain: ${anchor.head}`)
      continue
    }
    const block = await read?.(anchor)
    if (block === undefined) continue
    if (block === null || anchorIn(block.input) !== anchor.head) {
      faults.push(
        `${anchor.transaction}: ${block === null ? "no block has it" : "its call data carries another head"}.`,
      )
      continue
    }
    const isInTime = ({ decided_at: decidedAt }: ExportedRecord) => block.timeMs < Date.parse(decidedAt) + DAY_MS
    proven += records.slice(done, place).filter(isInTime).length
    done = Math.max(done, place)
  }
  return { faults, anchors: anchors.length, provenInTime: read === undefined ? null : proven }
}

import { createClient, custom, hexToBigInt, zeroHash } from "viem"
import { z } from "zod"
import { rpcTransport } from "@/lib/x402/chain/rpc-transport"
import { createUsdcChain, type UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { SandboxChain } from "@/tools/sandbox/chain/sandbox-chain"

const Receipt = z.looseObject({ blockNumber: z.templateLiteral(["0x", z.string()]), blockHash: z.string() })

/**
 * The same chain on a node with preconfirmations: a block is absent until it is sealed, but receipts of its
 * transactions exist, without its hash.
 *
 * @see https://docs.base.org/base-chain/flashblocks/api-reference
 */
export async function preconfirmingNode({ rpcUrl, usdcAddress }: Pick<SandboxChain, "rpcUrl" | "usdcAddress">) {
  const node = rpcTransport({ url: rpcUrl, timeoutMs: 5_000 })({})
  const ask = (method: string, params?: unknown) => node.config.request({ method, params })
  const Height = z.templateLiteral(["0x", z.string()]).transform((text) => hexToBigInt(text))
  const sealedTo = Height.parse(await ask("eth_blockNumber"))
  let isSealed = false

  async function request({ method, params }: { readonly method: string; readonly params?: unknown }) {
    const answer = await ask(method, params)
    if (isSealed) return answer
    if (method === "eth_blockNumber") return `0x${sealedTo.toString(16)}`
    if (method === "eth_getTransactionReceipt" || method === "eth_sendRawTransactionSync") return preconfirmed(answer)
    if (method === "eth_getBlockByNumber") return sealedBlock(answer)
    return answer
  }

  function preconfirmed(answer: unknown): unknown {
    const receipt = Receipt.safeParse(answer).data
    if (!receipt || hexToBigInt(receipt.blockNumber) <= sealedTo) return answer
    return { ...receipt, blockHash: zeroHash }
  }

  function sealedBlock(answer: unknown): unknown {
    const block = z.looseObject({ number: Height }).safeParse(answer).data
    return block && block.number > sealedTo ? null : answer
  }

  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  const usdcChain: UsdcChain = createUsdcChain({ client, usdc: usdcAddress, factories: [] })
  return { usdcChain, seal: () => void (isSealed = true) }
}

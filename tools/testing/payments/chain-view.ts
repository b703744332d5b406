import { type Address, createPublicClient, type Hex, http, parseAbi } from "viem"
import { sandboxChain } from "@/lib/sandbox/chain/sandbox-client"
import { readTerms } from "./x402-terms"

const abi = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
])

export type Transfer = { readonly to: Address; readonly value: bigint; readonly transaction: Hex }

/** State of the sandbox chain, read as a browser reads it. Amounts in atomic units. */
export type ChainView = {
  balanceOf(account: Address): Promise<bigint>
  /** Every USDC transfer from this account. */
  transfersFrom(account: Address): Promise<readonly Transfer[]>
}

export async function viewChain(origin: string): Promise<ChainView> {
  const { asset } = await readTerms(origin)
  const transport = http(`${origin}/api/sandbox/rpc`)
  const client = createPublicClient({ chain: sandboxChain, transport, cacheTime: 0 })
  return {
    balanceOf: (account) => client.readContract({ address: asset, abi, functionName: "balanceOf", args: [account] }),
    async transfersFrom(account) {
      const logs = await client.getContractEvents({
        address: asset,
        abi,
        eventName: "Transfer",
        args: { from: account },
        fromBlock: "earliest",
        strict: true,
      })
      return logs.map(({ args, transactionHash }) => ({ to: args.to, value: args.value, transaction: transactionHash }))
    },
  }
}

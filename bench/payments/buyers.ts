import { join } from "node:path"
import type { Address, Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { loadChainKeys } from "@/tools/sandbox/chain/chain-keys"
import { SANDBOX_USDC_ADDRESS, sandboxUsdcAbi } from "@/lib/sandbox/chain/contracts"
import { sandboxClient } from "@/lib/sandbox/chain/sandbox-client"
import { type Payer, unfundedPayer } from "@/tools/testing/payments/x402-payer"

const token = { address: SANDBOX_USDC_ADDRESS, abi: sandboxUsdcAbi } as const

/** New wallets with 100 play USDC each. */
export async function fundedBuyers(count: number, rpcUrl: string, dataDir: string): Promise<readonly Payer[]> {
  const client = sandboxClient(rpcUrl)
  const account = privateKeyToAccount(loadChainKeys(join(dataDir, "chain")).faucetPrivateKey)
  const buyers = Array.from({ length: count }, unfundedPayer)
  const first = await client.getTransactionCount(account)
  const hashes: Hex[] = []
  for (const [index, { address }] of buyers.entries()) {
    const args = [address, 100_000_000n] as const
    const call = { account, ...token, functionName: "mint", args, nonce: first + index } as const
    hashes.push(await client.writeContract({ ...call, gas: 100_000n }))
  }
  await Promise.all(hashes.map((hash) => client.waitForTransactionReceipt({ hash })))
  return buyers
}

/** The balance of an account, in atomic units. */
export function balanceOf(rpcUrl: string, account: Address): Promise<bigint> {
  return sandboxClient(rpcUrl).readContract({ ...token, functionName: "balanceOf", args: [account] })
}

export function newestBlock(rpcUrl: string): Promise<bigint> {
  return sandboxClient(rpcUrl).getBlockNumber({ cacheTime: 0 })
}

/** Gas that all blocks after `block` used. The chain has no transactions except those of the sales. */
export async function gasSince(rpcUrl: string, block: bigint): Promise<number> {
  const client = sandboxClient(rpcUrl)
  const newest = await newestBlock(rpcUrl)
  let gas = 0n
  for (let blockNumber = block + 1n; blockNumber <= newest; blockNumber += 1n) {
    gas += (await client.getBlock({ blockNumber })).gasUsed
  }
  return Number(gas)
}

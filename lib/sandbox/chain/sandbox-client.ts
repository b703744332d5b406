import { type Address, createClient, defineChain, http, publicActions, testActions, walletActions } from "viem"

/** The chain id of Base, so that clients sign and pay as they would there. */
export const SANDBOX_CHAIN_ID = 8453

export const sandboxChain = defineChain({
  id: SANDBOX_CHAIN_ID,
  name: "Signal402 sandbox",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

export type SandboxClient = ReturnType<typeof sandboxClient>

/** A viem client of the local chain: reads, transactions and anvil's own methods. Every request has a deadline. */
export function sandboxClient(rpcUrl: string, timeoutMs = 5_000) {
  const transport = http(rpcUrl, { timeout: timeoutMs, retryCount: 0 })
  return createClient({ chain: sandboxChain, transport, pollingInterval: 50, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
    .extend(testActions({ mode: "anvil" }))
}

/** Raises an account's ETH to `wei`. A higher balance is not changed. */
export async function fundWithEther(client: SandboxClient, address: Address, wei: bigint): Promise<void> {
  if ((await client.getBalance({ address })) >= wei) return
  await client.setBalance({ address, value: wei })
}

import { type Address, type Hex, domainSeparator, parseEther } from "viem"
import { BATCH_SETTLEMENT, DEPOSIT_COLLECTOR } from "@/lib/domain/batch-settlement"
import {
  MULTICALL3_ADDRESS,
  SANDBOX_USDC_ADDRESS,
  sandboxUsdcAbi,
  UNISWAP_MULTICALL_ADDRESS,
} from "@/lib/sandbox/chain/contracts"
import {
  multicall3InitCode,
  sandboxBatchSettlementInitCode,
  sandboxDepositCollectorInitCode,
  sandboxUsdcInitCode,
  uniswapMulticallInitCode,
} from "./init-code"
import { SandboxChainError } from "@/lib/sandbox/chain/errors"
import { fundWithEther, SANDBOX_CHAIN_ID, type SandboxClient, sandboxClient } from "@/lib/sandbox/chain/sandbox-client"

const GAS_MONEY_WEI = parseEther("1000")

export type ProvisionOptions = {
  readonly rpcUrl: string
  /** Sends settlements: gets ETH for gas. */
  readonly settlerAddress: Address
  /** May mint USDC: gets ETH for gas. */
  readonly minterAddress: Address
  /** Sends for sessions: gets ETH for gas. */
  readonly sessionAddress?: Address
  /** Absent: `SANDBOX_USDC_ADDRESS`. The canonical address is for interoperability tests with throwaway keys. */
  readonly usdcAddress?: Address
}

export type ProvisionedChain = {
  readonly usdcAddress: Address
  readonly multicall3Address: Address
}

/**
 * Puts the stand-ins for USDC, the two multicalls and the x402 channel contracts on a local chain and gives the two senders gas. Doing it again changes nothing.
 *
 * The contracts need no storage to begin with, so their code is computed by an `eth_call` and set at its address.
 *
 * @throws {SandboxChainError} the URL is not an anvil with Base's chain id, or the token's EIP-712 domain is wrong
 */
export async function provisionChain(options: ProvisionOptions): Promise<ProvisionedChain> {
  const client = sandboxClient(options.rpcUrl)
  const usdcAddress = options.usdcAddress ?? SANDBOX_USDC_ADDRESS
  try {
    await requireAnvil(client)
    await placeContract(client, usdcAddress, sandboxUsdcInitCode(options.minterAddress))
    await placeContract(client, MULTICALL3_ADDRESS, multicall3InitCode())
    await placeContract(client, UNISWAP_MULTICALL_ADDRESS, uniswapMulticallInitCode())
    await placeContract(client, BATCH_SETTLEMENT, sandboxBatchSettlementInitCode())
    await placeContract(client, DEPOSIT_COLLECTOR, sandboxDepositCollectorInitCode())
    await requireDomain(client, usdcAddress)
    const { settlerAddress, minterAddress, sessionAddress } = options
    const senders = [settlerAddress, minterAddress, ...(sessionAddress === undefined ? [] : [sessionAddress])]
    for (const address of senders) await fundWithEther(client, address, GAS_MONEY_WEI)
    return { usdcAddress, multicall3Address: MULTICALL3_ADDRESS }
  } catch (cause) {
    if (cause instanceof SandboxChainError) throw cause
    throw new SandboxChainError("The sandbox chain could not be set up.", { cause })
  }
}

/** Whether a chain was set up for this minter, whose address is in the token's code. */
export async function isProvisioned({
  rpcUrl,
  minterAddress,
}: Pick<ProvisionOptions, "rpcUrl" | "minterAddress">): Promise<boolean> {
  const client = sandboxClient(rpcUrl)
  try {
    await requireAnvil(client)
    const { data: code } = await client.call({ data: sandboxUsdcInitCode(minterAddress) })
    return code !== undefined && (await client.getCode({ address: SANDBOX_USDC_ADDRESS })) === code
  } catch {
    return false
  }
}

async function requireAnvil(client: SandboxClient): Promise<void> {
  const version = await client.request({ method: "web3_clientVersion" })
  const chainId = await client.getChainId()
  if (version.startsWith("anvil/") && chainId === SANDBOX_CHAIN_ID) return
  throw new SandboxChainError(`"${version}" with chain id ${chainId} is not a sandbox chain.`)
}

async function placeContract(client: SandboxClient, address: Address, initCode: Hex): Promise<void> {
  const { data: code } = await client.call({ data: initCode })
  if (code === undefined) throw new SandboxChainError(`The contract for ${address} has no code.`)
  if ((await client.getCode({ address })) !== code) await client.setCode({ address, bytecode: code })
}

async function requireDomain(client: SandboxClient, usdcAddress: Address): Promise<void> {
  const actual = await client.readContract({
    address: usdcAddress,
    abi: sandboxUsdcAbi,
    functionName: "DOMAIN_SEPARATOR",
  })
  const domain = { name: "USD Coin", version: "2", chainId: SANDBOX_CHAIN_ID, verifyingContract: usdcAddress }
  if (actual === domainSeparator({ domain })) return
  throw new SandboxChainError(`The token at ${usdcAddress} has the EIP-712 domain ${actual}.`)
}

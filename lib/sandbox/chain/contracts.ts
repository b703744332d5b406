import { type Address, type Hex, encodeAbiParameters, parseAbi } from "viem"
import { z } from "zod"
import multicall3 from "./artifacts/Multicall3.json"
import sandboxBatchSettlement from "./artifacts/SandboxBatchSettlement.json"
import sandboxDepositCollector from "./artifacts/SandboxDepositCollector.json"
import sandboxUsdc from "./artifacts/SandboxUsdc.json"
import uniswapMulticall from "./artifacts/UniswapInterfaceMulticall.json"

/** Address of the sandbox's USDC: the last 20 bytes of keccak256("signal402 sandbox USDC"). Nobody has its key. */
export const SANDBOX_USDC_ADDRESS = "0x262Bf353678AD400921D1A7BB936090a579D1564" as const satisfies Address

/** USDC on Base. Interoperability tests place the sandbox's token at this address. Do not reuse signatures for it. */
export const CANONICAL_USDC_ADDRESS = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" as const satisfies Address

/** Multicall3's address on every chain. @see https://www.multicall3.com */
export const MULTICALL3_ADDRESS = "0xcA11bde05977b3631167028862bE2a173976CA11" as const satisfies Address

/** Uniswap's multicall on Base. @see https://docs.uniswap.org/contracts/v3/reference/deployments/base-deployments */
export const UNISWAP_MULTICALL_ADDRESS = "0x091e99cb1C49331a94dD62755D168E941AbD0693" as const satisfies Address

export const sandboxUsdcAbi = parseAbi([
  "function balanceOf(address account) view returns (uint256)",
  "function mint(address to, uint256 amount) returns (bool)",
  "function minter() view returns (address)",
  "function DOMAIN_SEPARATOR() view returns (bytes32)",
])

const Bytecode = z.templateLiteral(["0x", z.string().regex(/^(?:[0-9a-f]{2})+$/)])

/** The code that creates the token for this minter. */
export function sandboxUsdcInitCode(minterAddress: Address): Hex {
  const argument = encodeAbiParameters([{ type: "address" }], [minterAddress])
  return `${Bytecode.parse(sandboxUsdc.bytecode)}${argument.slice(2)}`
}

/** The code that creates the sandbox's own Multicall3, built from `contracts/Multicall3.sol`. */
export function multicall3InitCode(): Hex {
  return Bytecode.parse(multicall3.bytecode)
}

/** The code that creates the sandbox's own multicall with gas limits, built from `contracts/UniswapInterfaceMulticall.sol`. */
export function uniswapMulticallInitCode(): Hex {
  return Bytecode.parse(uniswapMulticall.bytecode)
}

/** The code that creates the sandbox's own contract for x402 channels, built from `contracts/SandboxBatchSettlement.sol`. */
export function sandboxBatchSettlementInitCode(): Hex {
  return Bytecode.parse(sandboxBatchSettlement.bytecode)
}

/** The code that creates its collector of EIP-3009 deposits, built from `contracts/SandboxDepositCollector.sol`. */
export function sandboxDepositCollectorInitCode(): Hex {
  return Bytecode.parse(sandboxDepositCollector.bytecode)
}

import { type Address, parseAbi } from "viem"

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

/** Real USDC, which the sandbox must never use (https://developers.circle.com/stablecoins/usdc-contract-addresses). */
export const CIRCLE_USDC = {
  base: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  "base-sepolia": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
} as const

/** Ignores letter case. */
export function isCircleUsdc(address: string | undefined): boolean {
  return Object.values(CIRCLE_USDC).some((real) => real.toLowerCase() === address?.toLowerCase())
}

/** The chains that a deployment can be on. */
export const networks = {
  base: {
    chainId: 8453,
    network: "eip155:8453",
    networkV1: "base",
    name: "Base",
    explorer: "https://basescan.org",
    publicRpc: "https://mainnet.base.org",
    domain: "USD Coin",
  },
  "base-sepolia": {
    chainId: 84532,
    network: "eip155:84532",
    networkV1: "base-sepolia",
    name: "Base Sepolia",
    explorer: "https://sepolia.basescan.org",
    publicRpc: "https://sepolia.base.org",
    domain: "USDC",
  },
} as const

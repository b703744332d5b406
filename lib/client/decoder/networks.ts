/** A token whose EIP-712 domain is known. */
export type Token = {
  /** CAIP-2, e.g. `eip155:8453`. */
  readonly network: string
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  /** EIP-712 domain of the token's contract. */
  readonly name: string
  readonly version: string
}

type Network = { readonly id: string; readonly title: string; readonly v1: string | null; readonly isTest: boolean }

const network = (id: string, title: string, v1: string | null, isTest = false): Network => ({ id, title, v1, isTest })

/** Networks that official x402 packages name. */
const NETWORKS: readonly Network[] = [
  network("eip155:8453", "Base", "base"),
  network("eip155:84532", "Base Sepolia", "base-sepolia", true),
  network("eip155:1", "Ethereum", "ethereum"),
  network("eip155:11155111", "Sepolia", "sepolia", true),
  network("eip155:10", "OP Mainnet", null),
  network("eip155:137", "Polygon", "polygon"),
  network("eip155:80002", "Polygon Amoy", "polygon-amoy", true),
  network("eip155:42161", "Arbitrum One", null),
  network("eip155:421614", "Arbitrum Sepolia", null, true),
  network("eip155:43114", "Avalanche", "avalanche"),
  network("eip155:43113", "Avalanche Fuji", "avalanche-fuji", true),
  network("eip155:1329", "Sei", "sei"),
  network("eip155:1328", "Sei testnet", "sei-testnet", true),
  network("eip155:2741", "Abstract", "abstract"),
  network("eip155:11124", "Abstract testnet", "abstract-testnet", true),
  network("eip155:4689", "IoTeX", "iotex"),
  network("eip155:3338", "Peaq", "peaq"),
  network("eip155:1514", "Story", "story"),
  network("eip155:143", "Monad", "monad"),
  network("eip155:42220", "Celo", "celo"),
  network("eip155:14", "Flare", "flare"),
  network("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "Solana", "solana"),
  network("solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", "Solana devnet", "solana-devnet", true),
]

const usdc = (network: string, address: string, name: string): Token => ({
  network,
  address,
  symbol: "USDC",
  decimals: 6,
  name,
  version: "2",
})

/** USDC as the official packages list it. The name of the domain differs between chains. */
export const KNOWN_TOKENS: readonly Token[] = [
  usdc("eip155:8453", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USD Coin"),
  usdc("eip155:84532", "0x036CbD53842c5426634e7929541eC2318f3dCF7e", "USDC"),
  usdc("eip155:1", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "USD Coin"),
  usdc("eip155:43114", "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", "USD Coin"),
  usdc("eip155:137", "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", "USD Coin"),
  usdc("eip155:42161", "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", "USD Coin"),
  usdc("eip155:421614", "0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d", "USD Coin"),
  usdc("eip155:143", "0x754704Bc059F8C67012fEd69BC8A327a5aafb603", "USDC"),
  usdc("eip155:42220", "0xcebA9300f2b948710d2653dD7B07f33A8B32118C", "USDC"),
  usdc("eip155:1329", "0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392", "USDC"),
  usdc("eip155:1328", "0x4fCF1784B31630811181f670Aea7A7bEF803eaED", "USDC"),
]

/** By its CAIP-2 id. */
export function networkById(id: string): Network | undefined {
  return NETWORKS.find((one) => one.id === id)
}

/** By its version 1 name. */
export function networkByName(name: string): Network | undefined {
  return NETWORKS.find(({ v1 }) => v1 === name.toLowerCase())
}

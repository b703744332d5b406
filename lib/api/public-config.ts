import { z } from "zod"

const Address = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)])

/** Configuration for the browser. The server renders it into each page; it contains no secret. */
export const PublicConfig = z.object({
  mode: z.enum(["sandbox", "live"]),
  /** A sandbox can read real providers. */
  market: z.enum(["simulated", "live"]),
  /** Canonical origin, without a trailing slash: `https://signal402.example`. */
  origin: z.string(),
  chainId: z.number().int(),
  /** CAIP-2: `eip155:8453`. */
  network: z.string(),
  networkName: z.string(),
  usdc: z.object({ address: Address, name: z.string(), version: z.string() }),
  payTo: Address,
  /** How long after a purchase the paying wallet can fetch the answer again by signing in. */
  redeliveryWindowMs: z.number().int().positive(),
  /** JSON-RPC URL for the browser; a path of this service in the sandbox. */
  rpcUrl: z.string(),
  /** Block explorer, without a trailing slash; `null` in the sandbox. */
  explorerUrl: z.string().nullable(),
  walletConnectProjectId: z.string().nullable(),
  /** Whether this deployment has sessions. A 402 leaves them out while vouchers could not be claimed. */
  sessions: z.boolean(),
  /** Whether the faucet gives play money (sandbox only). */
  faucet: z.boolean(),
  /** False in a sandbox whose token has the address of real USDC, because signatures for it are valid on the real chain. */
  browserWallets: z.boolean(),
  /** The endpoints that could not be delivered when the page was made, by id, with the reason. */
  notSold: z.record(z.string(), z.string()),
})

export type PublicConfig = z.output<typeof PublicConfig>

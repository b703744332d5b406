import { z } from "zod"

const Address = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)])

/** What a browser must know about this deployment. Rendered into each page by the server; holds no secret. */
export const PublicConfig = z.object({
  mode: z.enum(["sandbox", "live"]),
  /** Canonical origin, without a trailing slash: `https://signal402.example`. */
  origin: z.string(),
  chainId: z.number().int(),
  /** CAIP-2: `eip155:8453`. */
  network: z.string(),
  networkName: z.string(),
  usdc: z.object({ address: Address, name: z.string(), version: z.string() }),
  payTo: Address,
  /** For how long after a purchase the wallet that paid may fetch the answer again by signing in. */
  redeliveryWindowMs: z.number().int().positive(),
  /** JSON-RPC that the browser may use; a path of ours in the sandbox. */
  rpcUrl: z.string(),
  /** Block explorer, without a trailing slash; `null` in the sandbox. */
  explorerUrl: z.string().nullable(),
  walletConnectProjectId: z.string().nullable(),
  /** True in the sandbox, where play money is given away. */
  faucet: z.boolean(),
  /** False in a sandbox whose token has the address of real USDC: what is signed there is worth money elsewhere. */
  browserWallets: z.boolean(),
})

export type PublicConfig = z.output<typeof PublicConfig>

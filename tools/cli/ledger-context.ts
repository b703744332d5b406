import { type Client, createClient } from "viem"
import { rpcTransport } from "@/lib/x402/chain/rpc-transport"
import type { Config } from "@/lib/server/config/env"
import type { Store } from "@/lib/store/open-store"
import type { LedgerArgs } from "./ledger-args"

/** The resources of a ledger command. */
export type LedgerContext = { readonly config: Config; readonly store: Store; readonly args: LedgerArgs }

const RPC_TIMEOUT_MS = 30_000
/** 2,000 blocks at thirty sales a second. */
const MAX_LOGS_BYTES = 64_000_000

/** Errors name only the host of the node, because the rest of RPC_URL may contain a key. */
export function clientOf({ chain }: Config): Client {
  const transport = rpcTransport({ url: chain.rpcUrls, timeoutMs: RPC_TIMEOUT_MS, maxBytes: MAX_LOGS_BYTES })
  return createClient({ transport })
}

import type { PublicConfig } from "@/lib/api/public-config"
import { config } from "./config"
import { undeliverable } from "./sales-gate"

/** The part of the configuration that every browser may know. */
export function publicConfig(): PublicConfig {
  const {
    mode,
    market,
    origin,
    chain,
    payTo,
    redeliveryWindowMs,
    walletConnectProjectId,
    sandbox: settings,
    sessions,
  } = config()
  const sandbox = mode === "sandbox"
  return {
    mode,
    market,
    origin,
    chainId: chain.chainId,
    network: chain.network,
    networkName: chain.networkName,
    usdc: chain.usdc,
    payTo,
    redeliveryWindowMs,
    rpcUrl: sandbox ? "/api/sandbox/rpc" : chain.publicRpcUrl,
    explorerUrl: chain.explorerUrl,
    walletConnectProjectId,
    sessions: sessions !== null,
    faucet: sandbox,
    browserWallets: !settings.canonicalUsdc,
    notSold: Object.fromEntries(undeliverable()),
  }
}

import type { CreateConnectorFn } from "wagmi"
import { baseAccount } from "wagmi/connectors/baseAccount"
import { walletConnect } from "wagmi/connectors/walletConnect"
import type { PublicConfig } from "@/lib/api/public-config"
import { DEMO_CONNECTOR_ID, demoWallet } from "./demo-connector"
import type { WalletOption } from "./wallet-store"

/** Each loads its own package when first used. */
export const BASE_ACCOUNT_ID = "baseAccount"
export const WALLET_CONNECT_ID = "walletConnect"

/**
 * Wallets beside those that announce themselves (EIP-6963). The sandbox has the demo wallet alone, because a smart
 * account or a phone cannot reach a local chain.
 */
export function connectorsFor(config: PublicConfig): readonly CreateConnectorFn[] {
  if (config.faucet) return [demoWallet()]
  const { origin, walletConnectProjectId: projectId } = config
  const icon = `${origin}/icon.svg`
  return [
    baseAccount({ appName: "Signal402", appLogoUrl: icon, preference: { telemetry: false } }),
    ...(projectId === null
      ? []
      : [
          walletConnect({
            projectId,
            // The QR code is shown in our own dialog.
            showQrModal: false,
            metadata: { name: "Signal402", description: "Crypto signals by the view", url: origin, icons: [icon] },
          }),
        ]),
  ]
}

/** Where the wallet of a connector runs. */
export function kindOf(connector: { readonly id: string }): WalletOption["kind"] {
  if (connector.id === DEMO_CONNECTOR_ID) return "demo"
  if (connector.id === BASE_ACCOUNT_ID) return "account"
  return connector.id === WALLET_CONNECT_ID ? "remote" : "browser"
}

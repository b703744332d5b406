/** Prefix of wagmi's own keys. */
export const WAGMI_KEY = "signal402.wagmi"

/** Key prefixes that wallet libraries write to `localStorage`. */
const PREFIXES = ["wc@2:", "WALLETCONNECT_", "base-acc-sdk", "cbwsdk", WAGMI_KEY] as const
const DATABASES = ["WALLET_CONNECT_V2_INDEXED_DB", "base-acc-sdk.store", "base-acc-sdk.keys"] as const

/** wagmi's marker for disconnected wallets. It must stay for wallets that cannot revoke a connection themselves. */
const LEFT = ".disconnected"

/** Deletes what connectors store in this browser. Disconnecting alone does not. */
export function clearConnectorData(): void {
  try {
    const keys = Object.keys(localStorage).filter(
      (key) => PREFIXES.some((prefix) => key.startsWith(prefix)) && !key.endsWith(LEFT),
    )
    for (const key of keys) localStorage.removeItem(key)
    for (const name of DATABASES) indexedDB.deleteDatabase(name)
  } catch {
    // Without storage there is nothing to delete.
  }
}

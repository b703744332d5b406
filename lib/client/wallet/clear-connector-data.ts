/** The beginning of wagmi's own keys. */
export const WAGMI_KEY = "signal402.wagmi"

/** What wallet libraries write into `localStorage`, by the beginning of their keys. */
const PREFIXES = ["wc@2:", "WALLETCONNECT_", "base-acc-sdk", "cbwsdk", WAGMI_KEY] as const
const DATABASES = ["WALLET_CONNECT_V2_INDEXED_DB", "base-acc-sdk.store", "base-acc-sdk.keys"] as const

/** wagmi's note that a wallet was left, which a wallet that cannot be told to forget this site needs. */
const LEFT = ".disconnected"

/** Removes what connectors leave behind in this browser, which disconnecting alone does not. */
export function clearConnectorData(): void {
  try {
    const keys = Object.keys(localStorage).filter(
      (key) => PREFIXES.some((prefix) => key.startsWith(prefix)) && !key.endsWith(LEFT),
    )
    for (const key of keys) localStorage.removeItem(key)
    for (const name of DATABASES) indexedDB.deleteDatabase(name)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

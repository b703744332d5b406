import { createStore } from "@/lib/client/browser/external-store"
import type { PaymentTypedData } from "@/lib/client/sessions/sessions"

type Hex = `0x${string}`

/** A wallet offered in the dialog. */
export type WalletOption = {
  readonly id: string
  readonly name: string
  /** Data URL from EIP-6963, or `null`. */
  readonly icon: string | null
  /** `account`: a smart account behind a passkey; `remote`: on another device. */
  readonly kind: "demo" | "browser" | "account" | "remote"
}

export type ConnectedWallet = {
  readonly address: Hex
  readonly name: string
  readonly kind: WalletOption["kind"]
  /** Opens the wallet app on this device; `null` for wallets that open on their own. */
  readonly appHref: string | null
  readonly chainOk: boolean
  /** Atomic USDC; `null` while it is not known. */
  readonly balance: bigint | null
}

export type WalletState = {
  /** `not-loaded`: the wallet code is not loaded yet. `load-failed`: it failed to load; a page reload is needed. */
  readonly phase: "not-loaded" | "loading" | "load-failed" | "disconnected" | "connecting" | "connected"
  readonly options: readonly WalletOption[]
  readonly wallet: ConnectedWallet | null
  /** The last error, as a sentence. */
  readonly problem: string | null
  /** What the wallet itself said; `null`: nothing more. */
  readonly problemDetails?: string | null
  readonly funding: boolean
  /** URI for the QR code of a remote wallet; `null` unless one is being connected. */
  readonly pairing: string | null
}

/** Available once the wallet code has loaded. */
export type WalletActions = {
  readonly connect: (optionId: string) => void
  /** Stops waiting for the wallet. */
  readonly stopConnecting: () => void
  readonly disconnect: () => void
  readonly switchNetwork: () => void
  /** The balance in atomic USDC; `null` when it could not be read. */
  readonly refreshBalance: () => Promise<bigint | null>
  /** Sandbox only: requests play money from the faucet. */
  readonly fund: () => void
  /** Calls the wallet before anything is awaited. */
  readonly sign: (data: PaymentTypedData) => Promise<Hex>
  /** Sends a transaction from the wallet, which pays its gas. Resolves with its hash. */
  readonly sendTransaction: (call: { readonly to: Hex; readonly data: Hex }) => Promise<Hex>
  /** Signs a text (`personal_sign`), which moves no money. */
  readonly signText: (text: string) => Promise<Hex>
}

export const notLoaded: WalletState = {
  phase: "not-loaded",
  options: [],
  wallet: null,
  problem: null,
  funding: false,
  pairing: null,
}

/**
 * Interface between the dashboard and the wallet libraries. Panels read it, and only the lazily loaded host writes it,
 * so that visitors who do not pay do not load wagmi.
 */
export const walletStore = createStore<WalletState>(notLoaded)

/** `null` until the host is mounted. */
export const walletActions = createStore<WalletActions | null>(null)

/** True once a wallet is needed: mounts the host. */
export const walletRequested = createStore(false)

/** Whether the wallet dialog is open. */
export const walletDialog = createStore(false)

const CONNECTED_KEY = "signal402.wallet.1"

/** Loads the wallet code without opening the dialog: on pointer-over, on focus, and for returning visitors. */
export function loadWallet(): void {
  if (walletRequested.get()) return
  walletStore.set({ ...walletStore.get(), phase: "loading" })
  walletRequested.set(true)
}

/** The wallet code did not load. */
export function markLoadFailed(): void {
  walletActions.set(null)
  walletStore.set({ ...notLoaded, phase: "load-failed" })
}

export function openWalletDialog(): void {
  loadWallet()
  walletDialog.set(true)
}

/** Remembers the connection, so that the next visit reconnects. */
export function rememberConnection(connected: boolean): void {
  try {
    if (connected) localStorage.setItem(CONNECTED_KEY, "1")
    else localStorage.removeItem(CONNECTED_KEY)
  } catch {
    // Without storage the next visit starts disconnected.
  }
}

export function wasConnected(): boolean {
  try {
    return localStorage.getItem(CONNECTED_KEY) !== null
  } catch {
    return false
  }
}

/**
 * Disconnecting in one tab disconnects all tabs, because the demo wallet's key is deleted. Also called when the site's
 * storage is cleared.
 *
 * @returns stops listening
 */
export function onDisconnectedElsewhere(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (newValue === null && (key === null || key === CONNECTED_KEY)) listener()
  }
  window.addEventListener("storage", onStorage)
  return () => window.removeEventListener("storage", onStorage)
}

import { createStore } from "@/lib/client/browser/external-store"
import type { TransferTypedData } from "@/lib/client/purchase/authorization"

type Hex = `0x${string}`

/** A wallet that can be chosen in the dialog. */
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
  /** Opens its app, where that is on this device; `null` for wallets that come to the front by themselves. */
  readonly appHref: string | null
  readonly chainOk: boolean
  /** Atomic USDC; `null` while it is not known. */
  readonly balance: bigint | null
}

export type WalletState = {
  /** `asleep`: no wallet code is loaded yet. `broken`: it did not load, and only a new page will load it. */
  readonly phase: "not-loaded" | "loading" | "load-failed" | "disconnected" | "connecting" | "connected"
  readonly options: readonly WalletOption[]
  readonly wallet: ConnectedWallet | null
  /** What went wrong last, for people. */
  readonly problem: string | null
  readonly funding: boolean
  /** What a wallet on another device scans; `null` unless one is being connected. */
  readonly pairing: string | null
}

/** What the wallet code offers once it is there. */
export type WalletActions = {
  readonly connect: (optionId: string) => void
  /** Gives up on a wallet that does not answer. */
  readonly stopConnecting: () => void
  readonly disconnect: () => void
  readonly switchNetwork: () => void
  /** What the wallet holds now, atomic USDC; `null` when that could not be read. */
  readonly refreshBalance: () => Promise<bigint | null>
  /** Sandbox only: play money from the faucet. */
  readonly fund: () => void
  /** Reaches the wallet before anything is awaited. */
  readonly sign: (data: TransferTypedData) => Promise<Hex>
  /** The same for a text (`personal_sign`), which moves no money. */
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
 * The seam between the dashboard and the wallet libraries: panels read this, and only the lazily loaded host writes it,
 * so that a visitor who does not pay does not load wagmi.
 */
export const walletStore = createStore<WalletState>(notLoaded)

/** `null` until the host is mounted. */
export const walletActions = createStore<WalletActions | null>(null)

/** True once somebody wants a wallet: mounts the host. */
export const walletRequested = createStore(false)

/** Whether the wallet dialog is open. */
export const walletDialog = createStore(false)

const CONNECTED_KEY = "signal402.wallet.1"

/** Loads the wallet code without opening anything: on pointer-over, focus, or at a returning visitor's start. */
export function loadWallet(): void {
  if (walletRequested.get()) return
  walletStore.set({ ...walletStore.get(), phase: "loading" })
  walletRequested.set(true)
}

/** Without its code there is no wallet. */
export function markLoadFailed(): void {
  walletActions.set(null)
  walletStore.set({ ...notLoaded, phase: "load-failed" })
}

export function openWalletDialog(): void {
  loadWallet()
  walletDialog.set(true)
}

/** Remembers that this browser was connected, so that the next visit reconnects without a click. */
export function rememberConnection(connected: boolean): void {
  try {
    if (connected) localStorage.setItem(CONNECTED_KEY, "1")
    else localStorage.removeItem(CONNECTED_KEY)
  } catch {
    // Storage is switched off: the next visit starts disconnected.
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
 * Tells when another tab left the wallet, or all that this site keeps was deleted there: nobody expects a page to hold on
 * to a wallet that was disconnected, and the demo wallet's key is gone with it.
 *
 * @returns stops listening
 */
export function onDisconnectedElsewhere(listener: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (newValue === null && (key === null || key === CONNECTED_KEY)) listener()
  }
  window.addEventListener("storage", hear)
  return () => window.removeEventListener("storage", hear)
}

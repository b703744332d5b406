import { ageMs } from "@/lib/client/age"
import { createStore } from "@/lib/client/browser/external-store"
import { walletDialog, walletStore, type WalletOption } from "@/lib/client/wallet/wallet-store"
import type { PanelAction, Readiness } from "./view"

/** A press on a price that first had to open the wallet dialog. `productId` is a bundle's id for "Unlock all". */
export type PendingPress = { readonly productId: string; readonly price: string; readonly atMs: number }

/** At most one: the last panel whose price was pressed without a wallet. */
export const pendingPress = createStore<PendingPress | null>(null)

/** An older press is forgotten: the user has moved on. */
const MAX_AGE_MS = 3 * 60_000

export type PressContext = {
  readonly productId: string
  readonly action: PanelAction
  readonly readiness: Readiness
  readonly walletKind: WalletOption["kind"] | null
  readonly nowMs: number
}

/**
 * The next step of a pending press in the present state of its panel. Pure.
 *
 * @returns `pay` when the wallet is ready and the price is the pressed one; `wait` while connecting; `drop` when the
 * user has to decide something else first, or when the wallet opens only inside a click
 */
export function pressStep(press: PendingPress | null, context: PressContext): "pay" | "wait" | "drop" | null {
  const { productId, action, readiness, walletKind, nowMs } = context
  if (press?.productId !== productId) return null
  if (ageMs(press.atMs, nowMs) > MAX_AGE_MS || walletKind === "account") return "drop"
  if (action === "pay") return readiness.kind === "ready" && readiness.price === press.price ? "pay" : "drop"
  return action === "connect" || action === "wait" || action === "switch-network" ? "wait" : "drop"
}

export type BundlePressContext = {
  readonly bundleId: string
  readonly obstacle: "none" | "no-wallet" | "wrong-network" | "low-balance" | "limit" | "busy" | "session-empty"
  /** Total of the panels that would be bought now, in atomic USDC. */
  readonly total: bigint
  readonly walletKind: WalletOption["kind"] | null
  readonly nowMs: number
}

/**
 * The next step of a pending press on "Unlock all". Pure.
 *
 * @returns `pay` when everything is ready and costs at most the pressed total: a wallet may own some answers already
 */
export function bundlePressStep(
  press: PendingPress | null,
  { bundleId, obstacle, total, walletKind, nowMs }: BundlePressContext,
): "pay" | "wait" | "drop" | null {
  if (press?.productId !== bundleId) return null
  if (ageMs(press.atMs, nowMs) > MAX_AGE_MS || walletKind === "account") return "drop"
  if (obstacle === "no-wallet" || obstacle === "busy" || obstacle === "wrong-network") return "wait"
  return obstacle === "none" && total > 0n && total <= BigInt(press.price) ? "pay" : "drop"
}

/** Closing the dialog without choosing a wallet cancels the press. */
walletDialog.subscribe(() => {
  const { phase } = walletStore.get()
  if (!walletDialog.get() && phase !== "connecting" && phase !== "connected") pendingPress.set(null)
})

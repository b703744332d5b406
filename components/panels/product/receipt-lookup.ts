import { sameAddress } from "@/lib/client/format/address"
import type { PurchaseState } from "@/lib/client/panel/machine"
import type { EvictedAnswer, OtherWalletAnswer } from "@/lib/client/panel/view"
import { computedAtMs } from "@/lib/client/purchase/computed-at"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { freeUntilMs } from "@/lib/client/sign-in/free-until"
import type { WalletState } from "@/lib/client/wallet/wallet-store"
import type { PanelProduct } from "./panel-product"

/** Purchases of one wallet are not shown to another. Without a wallet all purchases of this browser are shown. */
export function newestReceipt(
  receipts: readonly Receipt[] | null,
  product: Pick<PanelProduct, "id">,
  state: Pick<WalletState, "wallet">,
): Receipt | null {
  return boughtBy(receipts, (id) => id === product.id, state).find(({ body }) => body !== null) ?? null
}

/** The newest purchase if no answer of the product is stored. */
export function evictedReceipt(
  receipts: readonly Receipt[] | null,
  product: Pick<PanelProduct, "id">,
  state: Pick<WalletState, "wallet">,
): Receipt | null {
  const bought = boughtBy(receipts, (id) => id === product.id, state)
  return bought.every(({ body }) => body === null) ? (bought[0] ?? null) : null
}

/** The payer of the panel's last purchase if another wallet is connected now. */
export function otherWalletDelivery(
  receipts: readonly Receipt[] | null,
  purchase: PurchaseState,
  { wallet }: Pick<WalletState, "wallet">,
): OtherWalletAnswer | null {
  if (purchase.kind !== "delivered" || !wallet) return null
  const payer = receipts?.find(({ id }) => id === purchase.receiptId)?.payer ?? wallet.address
  return sameAddress(payer, wallet.address) ? null : { kind: "delivered-elsewhere", payer }
}

/** Purchases of the products that are meant, newest first. */
export function boughtBy(
  receipts: readonly Receipt[] | null,
  isMeant: (productId: string) => boolean,
  { wallet }: Pick<WalletState, "wallet">,
): readonly Receipt[] {
  const own = (receipts ?? []).filter(
    (receipt) => isMeant(receipt.productId) && (!wallet || sameAddress(receipt.payer, wallet.address)),
  )
  return own.toSorted((a, b) => computedAtMs(b) - computedAtMs(a))
}

/** Whether an evicted answer can still be fetched again. */
export function evictedStatus(receipt: Receipt, nowMs: number, windowMs: number): EvictedAnswer {
  if (nowMs <= freeUntilMs(receipt, windowMs)) return { kind: "evicted" }
  return { kind: "expired", boughtAtMs: receipt.deliveredAtMs, paid: receipt.amount }
}

import { sameAddress } from "@/lib/client/format/address"
import type { PurchaseState } from "@/lib/client/panel/machine"
import type { EvictedAnswer, ElsewhereAnswer } from "@/lib/client/panel/view"
import { computedAtMs } from "@/lib/client/purchase/computed-at"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { freeUntilMs } from "@/lib/client/sign-in/free-until"
import type { WalletState } from "@/lib/client/wallet/wallet-store"
import type { PanelProduct } from "./panel-product"

/** What one wallet bought is not shown to another; without a wallet, the browser's owner sees it. */
export function newestReceipt(
  receipts: readonly Receipt[] | null,
  product: Pick<PanelProduct, "id">,
  state: Pick<WalletState, "wallet">,
): Receipt | null {
  return boughtBy(receipts, product, state).find(({ body }) => body !== null) ?? null
}

/** The newest purchase when no answer of any is kept here. */
export function evictedReceipt(
  receipts: readonly Receipt[] | null,
  product: Pick<PanelProduct, "id">,
  state: Pick<WalletState, "wallet">,
): Receipt | null {
  const bought = boughtBy(receipts, product, state)
  return bought.every(({ body }) => body === null) ? (bought[0] ?? null) : null
}

/** Who was delivered to by the last purchase of a panel, when another wallet is connected by now. */
export function otherWalletDelivery(
  receipts: readonly Receipt[] | null,
  purchase: PurchaseState,
  { wallet }: Pick<WalletState, "wallet">,
): ElsewhereAnswer | null {
  if (purchase.kind !== "delivered" || !wallet) return null
  const payer = receipts?.find(({ id }) => id === purchase.receiptId)?.payer ?? wallet.address
  return sameAddress(payer, wallet.address) ? null : { kind: "delivered-elsewhere", payer }
}

/** Newest first. */
function boughtBy(
  receipts: readonly Receipt[] | null,
  product: Pick<PanelProduct, "id">,
  { wallet }: Pick<WalletState, "wallet">,
): readonly Receipt[] {
  const own = (receipts ?? []).filter(
    (receipt) => receipt.productId === product.id && (!wallet || sameAddress(receipt.payer, wallet.address)),
  )
  return own.toSorted((a, b) => computedAtMs(b) - computedAtMs(a))
}

/** Whether the answer of a purchase that is not kept here can be fetched again at this time. */
export function evictedStatus(receipt: Receipt, nowMs: number, windowMs: number): EvictedAnswer {
  if (nowMs <= freeUntilMs(receipt, windowMs)) return { kind: "evicted" }
  return { kind: "expired", boughtAtMs: receipt.deliveredAtMs, paid: receipt.amount }
}

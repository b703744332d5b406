import { sameAddress } from "@/lib/client/format/address"
import type { Receipt } from "@/lib/client/purchase/receipt"
import type { WalletState } from "@/lib/client/wallet/wallet-store"
import type { PanelProduct } from "./panel-product"

/** What one wallet bought is not shown to another; without a wallet, the browser's owner sees it. */
export function newestOf(
  receipts: readonly Receipt[] | null,
  product: Pick<PanelProduct, "id">,
  { wallet }: Pick<WalletState, "wallet">,
): Receipt | null {
  const own = (receipts ?? []).filter(
    (receipt) =>
      receipt.productId === product.id &&
      receipt.body !== null &&
      (!wallet || sameAddress(receipt.payer, wallet.address)),
  )
  return own.toSorted((a, b) => b.deliveredAtMs - a.deliveredAtMs)[0] ?? null
}

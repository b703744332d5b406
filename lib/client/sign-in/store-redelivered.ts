import type { PublicConfig } from "@/lib/api/public-config"
import type { PersistentList } from "@/lib/client/browser/persistent-list"
import { restoreParts } from "@/lib/client/purchase/split-brief"
import { storeReceipts } from "@/lib/client/purchase/store-receipt"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { versionInTag } from "@/lib/client/versions/entity-tag"
import type { Product } from "@/lib/client/panel/product"
import type { SignInOutcome } from "./outcome"

/** A redelivered answer. */
type Fetched = Pick<Extract<SignInOutcome, { kind: "delivered" }>, "body" | "purchase"> & {
  readonly address: string
  /** Id of the sign-in's trace. */
  readonly signInId: string
  /** The `PAYMENT-REQUIRED` header of the 402 that offered the text. */
  readonly required: string
  /** `ETag` header. */
  readonly etag: string | null
}

type KeepDeps = {
  readonly config: Pick<PublicConfig, "network" | "usdc" | "payTo">
  readonly receipts: PersistentList<Receipt>
  readonly now: () => number
}

/**
 * Restores the answer to its receipt or, for a brief, to the receipts of its parts. Creates a receipt for a purchase that was
 * made in another browser.
 *
 * @returns the receipt's id
 */
export function storeRedelivered(
  subject: Pick<Product, "id" | "title" | "path">,
  news: Fetched,
  deps: KeepDeps,
): string {
  const { purchase, body, signInId, etag } = news
  const id = purchase.nonce
  const fetched = { id: signInId, atMs: deps.now() }
  const parts = restoreParts(deps.receipts.get(), id, body).map((part) => ({ ...part, fetched }))
  if (parts.length > 0) {
    storeReceipts(deps.receipts, ...parts)
    return parts.find(({ productId }) => productId === subject.id)?.id ?? id
  }
  const known = deps.receipts.get().find((receipt) => receipt.id === id)
  storeReceipts(deps.receipts, { ...versionInTag(etag), ...(known ?? receiptOf(subject, news, deps)), body, fetched })
  return id
}

/** The terms are those of the page's configuration, with which every 402 is compared. */
function receiptOf(
  { id: productId, title, path }: Pick<Product, "id" | "title" | "path">,
  { purchase, address, required }: Fetched,
  { config: { network, usdc, payTo } }: KeepDeps,
): Receipt {
  const soldAtMs = Date.parse(purchase.soldAt)
  return {
    id: purchase.nonce,
    productId,
    title,
    path,
    amount: purchase.amount,
    asset: usdc.address,
    network,
    payer: address,
    payTo,
    transaction: purchase.transaction,
    startedAtMs: soldAtMs,
    signedAtMs: soldAtMs,
    deliveredAtMs: soldAtMs,
    headers: { required, signature: "", response: null },
    body: null,
    elsewhere: true,
  }
}

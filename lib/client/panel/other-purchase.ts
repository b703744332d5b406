import type { PersistentList } from "@/lib/client/browser/persistent-list"
import { sameAddress } from "@/lib/client/format/address"
import type { Attempt } from "@/lib/client/purchase/attempt"
import { payerOf, productIdsOf } from "@/lib/client/purchase/attempt-facts"
import { paymentIdOf } from "@/lib/client/purchase/payment-id"
import type { Receipt } from "@/lib/client/purchase/receipt"

type Stored = { readonly attempts: PersistentList<Attempt>; readonly receipts: PersistentList<Receipt> }

/**
 * The purchase of the same product that another tab made since this one began: "delivered", "under-way" or none.
 * A payment leaves the attempts after its receipt is written, so attempts are read first.
 */
export function findOtherPurchase(attempt: Attempt, { attempts, receipts }: Stored): "delivered" | "under-way" | null {
  attempts.reload()
  receipts.reload()
  if (attempts.get().some((other) => other.id !== attempt.id && isSamePurchase(other, attempt))) return "under-way"
  return receipts.get().some((receipt) => isBoughtSince(receipt, attempt)) ? "delivered" : null
}

function isBoughtSince(receipt: Receipt, attempt: Attempt): boolean {
  const isSame = productIdsOf(attempt).includes(receipt.productId) && sameAddress(receipt.payer, payerOf(attempt))
  return isSame && paymentIdOf(receipt) !== attempt.id && receipt.deliveredAtMs > attempt.startedAtMs
}

function isSamePurchase(one: Attempt, other: Attempt): boolean {
  const ids = productIdsOf(other)
  return productIdsOf(one).some((id) => ids.includes(id))
}

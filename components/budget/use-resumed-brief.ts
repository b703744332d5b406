import { useEffect, useState } from "react"
import { useStore } from "@/lib/client/browser/use-store"
import { suppressAnnouncements } from "@/lib/client/bundle/suppressed-announcements"
import { totalOf } from "@/lib/client/bundle/total"
import { dollars } from "@/lib/client/format/money"
import type { Product } from "@/lib/client/panel/product"
import type { PurchaseClient } from "@/lib/client/purchase-client"
import type { Attempt } from "@/lib/client/purchase/attempt"
import { paymentIdOf } from "@/lib/client/purchase/payment-id"

/** The announcement for a brief that an earlier page paid, once for all its panels; empty without one. */
export function useResumedBrief(client: PurchaseClient, products: readonly Product[]): string {
  const attempts = useStore(client.attempts)
  const receipts = useStore(client.receipts)
  const ids = new Set(products.map(({ id }) => id))
  const [resumed] = useState<Attempt | null>(
    () => attempts.find(({ parts }) => parts?.some(({ id }) => ids.has(id))) ?? null,
  )
  useEffect(() => {
    if (resumed) suppressAnnouncements(resumed.parts?.map(({ id }) => id) ?? [])
  }, [resumed])
  if (!resumed) return ""
  const paid = receipts.filter((receipt) => paymentIdOf(receipt) === resumed.id)
  if (paid.length > 0)
    return `${paid.length} delivered for ${dollars(totalOf(paid.map(({ amount: price }) => ({ price }))))}.`
  if (attempts.some(({ id }) => id === resumed.id)) {
    return "Completing your payment for this screen. No second signature, no second charge."
  }
  return "The payment for this screen ended without an answer."
}

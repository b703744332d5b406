import type { Receipt } from "@/lib/client/purchase/receipt"

/**
 * Until when the service hands the answer of a purchase out again, free. Counted from the signature: settlement, from
 * which the service counts, comes after it, so nothing is promised that is not kept.
 */
export function freeUntilMs({ signedAtMs }: Pick<Receipt, "signedAtMs">, windowMs: number): number {
  return signedAtMs + windowMs
}

type Bought = Pick<Receipt, "id" | "path" | "payer" | "signedAtMs">

/** A wallet gets its newest purchase of a question; an older one of the same cannot be fetched any more. */
export function isNewestOfItsKind(receipt: Bought, receipts: readonly Bought[]): boolean {
  return !receipts.some(
    ({ path, payer, signedAtMs }) =>
      path === receipt.path && payer.toLowerCase() === receipt.payer.toLowerCase() && signedAtMs > receipt.signedAtMs,
  )
}

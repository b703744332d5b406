import type { Receipt } from "@/lib/client/purchase/receipt"

/**
 * Until when an answer can be fetched again for free. The service counts from settlement, which is later than the
 * signature used here, so the promise is always kept.
 */
export function freeUntilMs({ signedAtMs }: Pick<Receipt, "signedAtMs">, windowMs: number): number {
  return signedAtMs + windowMs
}

type Bought = Pick<Receipt, "id" | "path" | "payer" | "signedAtMs">

/** Only a wallet's newest purchase of a resource can be fetched again. */
export function isNewestOfItsKind(receipt: Bought, receipts: readonly Bought[]): boolean {
  return !receipts.some(
    ({ path, payer, signedAtMs }) =>
      path === receipt.path && payer.toLowerCase() === receipt.payer.toLowerCase() && signedAtMs > receipt.signedAtMs,
  )
}

import type { Receipt } from "./receipt"

/**
 * Tells the server which panels this browser holds answers for, so that it leaves room for them instead of first
 * showing the locked face. A hint about layout: it opens nothing.
 */
export const OWNED_COOKIE = "signal402-owned"

const YEAR_S = 31_536_000
const MAX_IDS = 40

export function parseOwned(text: string | undefined): ReadonlySet<string> {
  return new Set((text ?? "").split(".").filter((id) => id !== ""))
}

/** What answers are held of, the newest purchase first: it is what its panel shows again, and what there is room for. */
export function ownedIn(receipts: readonly Pick<Receipt, "productId" | "body">[]): readonly string[] {
  return receipts.toReversed().flatMap(({ body, productId }) => (body === null ? [] : productId))
}

export function formatOwned(productIds: readonly string[]): string {
  return [...new Set(productIds)].slice(0, MAX_IDS).join(".")
}

export function rememberOwned(productIds: readonly string[]): void {
  const value = encodeURIComponent(formatOwned(productIds))
  document.cookie = `${OWNED_COOKIE}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`
}

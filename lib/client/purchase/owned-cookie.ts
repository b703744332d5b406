import type { Receipt } from "./receipt"

/**
 * Tells the server which panels have an answer in this browser, so that it reserves space for them. A layout hint only:
 * it unlocks nothing.
 */
export const OWNED_COOKIE = "signal402-owned"

const YEAR_S = 31_536_000
const MAX_IDS = 40

export function parseOwned(text: string | undefined): ReadonlySet<string> {
  return new Set((text ?? "").split(".").filter((id) => id !== ""))
}

/** Products with a stored answer, newest purchase first. */
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

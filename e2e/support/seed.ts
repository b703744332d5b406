import type { Page } from "@playwright/test"
import { NOW_MS } from "@/tools/testing/client/fixtures"
import type { Attempt } from "@/lib/client/purchase/attempt"
import type { Receipt } from "@/lib/client/purchase/receipt"

/** Stored data from earlier visits. */
export type StoredState = {
  readonly receipts?: readonly Receipt[]
  readonly attempts?: readonly Attempt[]
  readonly budget?: { readonly limit: string; readonly autoDayMs: number | null }
}

/**
 * Fills the browser's storage and stops the page's clock at `NOW_MS`, so ages do not change. Requests never time out, so a
 * slow machine does not change the state.
 */
export async function seedBrowser(page: Page, kept: StoredState = {}): Promise<void> {
  await page.clock.setFixedTime(NOW_MS)
  const entries = Object.entries(kept).map(([name, value]) => [`signal402.${name}.1`, JSON.stringify(value)] as const)
  await page.addInitScript((all) => {
    AbortSignal.timeout = () => new AbortController().signal
    for (const [key, text] of all) localStorage.setItem(key, text)
  }, entries)
}

import type { Page } from "@playwright/test"
import { NOW_MS } from "@/lib/client/testing/fixtures"
import type { Attempt } from "@/lib/client/purchase/attempt"
import type { Receipt } from "@/lib/client/purchase/receipt"

/** What a browser kept from earlier visits. */
export type Kept = {
  readonly receipts?: readonly Receipt[]
  readonly attempts?: readonly Attempt[]
  readonly budget?: { readonly limit: string; readonly autoDayMs: number | null }
}

/**
 * The page finds what is given here in its browser, and its clock stands at `NOW_MS`: ages do not change. A question of
 * its own to which nothing comes stays open, however slow the machine.
 */
export async function seedBrowser(page: Page, kept: Kept = {}): Promise<void> {
  await page.clock.setFixedTime(NOW_MS)
  const entries = Object.entries(kept).map(([name, value]) => [`signal402.${name}.1`, JSON.stringify(value)] as const)
  await page.addInitScript((all) => {
    AbortSignal.timeout = () => new AbortController().signal
    for (const [key, text] of all) localStorage.setItem(key, text)
  }, entries)
}

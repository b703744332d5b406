import { panelOf } from "@/e2e/pages/panel"
import { buyFirstSignal } from "@/e2e/pages/first-purchase"
import { expect, test } from "@/e2e/support/fixtures"

const MINUTE_MS = 60_000

/* A browser's clock may be wrong by more than the five minutes of an authorization. */

for (const [what, aheadMs] of [
  ["behind", -40 * MINUTE_MS],
  ["ahead", 40 * MINUTE_MS],
] as const) {
  const tag = what === "behind" ? [] : "@full"
  test(`a browser whose clock is ${what} buys, and the age of the answer is correct`, { tag }, async ({ page }) => {
    await page.clock.install({ time: Date.now() + aheadMs })
    const signal = await buyFirstSignal(page)
    await expect(signal.status).toHaveText("BTC signal delivered for $0.05.")
    await expect(signal.region.locator(".panel-head > span")).toHaveText(/^just now/)
    await page.reload()
    await expect(panelOf(page, "BTC signal").verdict).toBeVisible()
  })
}

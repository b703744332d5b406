import { panelOf } from "@/e2e/pages/panel"
import { buyFirstSignal } from "@/e2e/pages/first-purchase"
import { expect, test } from "@/e2e/support/fixtures"

const MINUTE_MS = 60_000

/* An authorization is valid for five minutes. Clocks that nobody sets are wrong by more. */

for (const [what, aheadMs] of [
  ["behind", -40 * MINUTE_MS],
  ["ahead", 40 * MINUTE_MS],
] as const) {
  test(`a browser whose clock is ${what} buys like any other, and its answer is as old as it is`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + aheadMs })
    const signal = await buyFirstSignal(page)
    await expect(signal.status).toHaveText("BTC signal delivered for $0.05.")
    await expect(signal.region.locator(".panel-head > span")).toHaveText(/^just now/)
    await page.reload()
    await expect(panelOf(page, "BTC signal").verdict).toBeVisible()
  })
}

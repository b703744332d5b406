import { setTimeout as sleep } from "node:timers/promises"
import { connectDemoWallet } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"
import { buyOffers } from "@/tools/cli/buy-offers"

test("buyOffers waits until every bought panel has its answer, even when the answers are late", async ({ page }) => {
  await page.route("**/api/market/**", async (route) => {
    if ("payment-signature" in route.request().headers()) await sleep(1_500)
    await route.continue()
  })
  await page.goto("/markets")
  await connectDemoWallet(page)
  await buyOffers(page)
  const states = await page
    .locator("main section[data-state]")
    .evaluateAll((panels) => panels.map((panel) => panel.dataset["state"]))
  expect(states).toHaveLength(2)
  // A new version may have been published after the purchase.
  for (const state of states) expect(["delivered", "unchanged", "outdated"]).toContain(state)
})

import type { Locator, Page } from "@playwright/test"
import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { walletChip } from "@/e2e/pages/wallet"

const MOST_STOPS = 120

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press("Tab")
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The keyboard did not reach it in ${MOST_STOPS} stops.`)
}

test("a purchase by keyboard alone, from the wallet to the answer", async ({ page }) => {
  await page.goto("/")
  await tabTo(page, page.getByRole("button", { name: "Connect wallet" }))
  await page.keyboard.press("Enter")
  await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Demo wallet" }))
  await page.keyboard.press("Enter")
  await expect(walletChip(page)).toHaveAccessibleName(/10\.00 USDC$/)
  await expect(walletChip(page), "focus comes back to the wallet").toBeFocused()

  const signal = panelOf(page, "BTC signal")
  await tabTo(page, signal.view)
  await page.keyboard.press("Space")
  await expect(signal.verdict).toBeVisible()
  const title = signal.region.getByRole("heading", { name: "BTC signal" })
  await expect(title, "focus is where the answer begins").toBeFocused()
  await expect(signal.status).toHaveText("BTC signal delivered for $0.05.")
})

import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { tabTo } from "@/e2e/pages/tab-to"
import { walletChip } from "@/e2e/pages/wallet"

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

import type { Page } from "@playwright/test"
import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet, walletChip } from "@/e2e/pages/wallet"

async function setLimit(page: Page, dollars: string): Promise<void> {
  await page.getByRole("button", { name: /^Today .* budget/ }).click()
  const dialog = page.getByRole("dialog", { name: "Budget for today" })
  await dialog.getByLabel("Limit for each day, in dollars").fill(dollars)
  await dialog.getByRole("button", { name: "Set limit" }).click()
  await expect(dialog.getByRole("status")).toHaveText("Saved. Nothing is signed beyond it.")
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
}

test("the limit is a hard stop that outlives the page, until it is raised", async ({ page }) => {
  await page.goto("/")
  await connectDemoWallet(page)
  await setLimit(page, "0.07")
  const [first, second] = [panelOf(page, "BTC signal"), panelOf(page, "ETH signal")]
  await first.view.click()
  await expect(first.verdict).toBeVisible()
  await expect(page.getByRole("button", { name: "Today $0.05 of $0.07 spent, budget" })).toBeVisible()
  await expect(second.text).toContainText("your limit for today leaves $0.02")

  await page.reload()
  await second.button("Change the limit").click()
  await expect(page.getByRole("dialog", { name: "Budget for today" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(walletChip(page)).toHaveAccessibleName(/9\.95 USDC$/)
  await setLimit(page, "0.10")
  await second.view.click()
  await expect(second.verdict).toBeVisible()
  await expect(walletChip(page)).toHaveAccessibleName(/9\.90 USDC$/)
})

test("a screen is bought for one total, and what fails is named and not charged", async ({ page }) => {
  await page.route("**/api/signal/ETH", async (route) => {
    if ((await route.request().headerValue("payment-signature")) === null) return route.continue()
    return route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      json: {
        type: "/docs/errors#data_unavailable",
        title: "Data unavailable",
        status: 503,
        detail: "No fresh data.",
        code: "data_unavailable",
        request_id: "00000000-0000-4000-8000-000000000000",
        retryable: true,
        charged: "no",
      },
    })
  })
  await page.goto("/")
  await connectDemoWallet(page)
  const bundle = page.getByRole("region", { name: "This screen at once" })
  await bundle.getByRole("button", { name: "View all 3 for $0.15" }).click()
  await expect(bundle.getByRole("status")).toHaveText(
    "2 of 3 delivered for $0.10. Not delivered and not charged: ETH signal.",
  )
  await expect(panelOf(page, "BTC signal").verdict).toBeVisible()
  await expect(panelOf(page, "SOL signal").verdict).toBeVisible()
  await expect(panelOf(page, "ETH signal").status).toContainText("nothing was charged. No fresh data.")
  await expect(walletChip(page)).toHaveAccessibleName(/9\.90 USDC$/)
})

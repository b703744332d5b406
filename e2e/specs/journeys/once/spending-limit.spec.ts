import type { Page, Route } from "@playwright/test"
import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet, connectWallet, walletChip } from "@/e2e/pages/wallet"
import { injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { newPayer } from "@/lib/testing/payments/x402-payer"
import { fails, scriptService } from "@/e2e/support/scripted-service"

async function setLimit(page: Page, dollars: string): Promise<void> {
  await page.getByRole("button", { name: /^Today .* budget/ }).click()
  const dialog = page.getByRole("dialog", { name: "Budget for today" })
  await dialog.getByLabel("Daily limit in dollars").fill(dollars)
  await dialog.getByRole("button", { name: "Set limit" }).click()
  await expect(dialog.getByRole("status").filter({ hasText: "Saved. Purchases stop at this limit." })).toBeVisible()
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
  await expect(second.text).toContainText("today's limit leaves $0.02")

  await page.reload()
  await second.button("Raise the limit").click()
  await expect(page.getByRole("dialog", { name: "Budget for today" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(walletChip(page)).toHaveAccessibleName(/9\.95 USDC$/)
  await setLimit(page, "0.10")
  await second.view.click()
  await expect(second.verdict).toBeVisible()
  await expect(walletChip(page)).toHaveAccessibleName(/9\.90 USDC$/)
})

test("a screen is bought for one total, and what fails is named and not charged", async ({ page }) => {
  await scriptService(page, "/api/signal/ETH", { paid: fails })
  await page.goto("/")
  await connectDemoWallet(page)
  const bundle = page.getByRole("region", { name: "This screen at once" })
  await bundle.getByRole("button", { name: "Unlock all 3 for $0.15" }).click()
  await expect(bundle.getByRole("status")).toHaveText(
    "2 of 3 delivered for $0.10. Not delivered and not charged: ETH signal.",
  )
  await expect(panelOf(page, "BTC signal").verdict).toBeVisible()
  await expect(panelOf(page, "SOL signal").verdict).toBeVisible()
  const failed = panelOf(page, "ETH signal")
  await expect(failed.text).toContainText("nothing was charged. No fresh data.")
  for (const title of ["BTC signal", "ETH signal", "SOL signal"]) {
    await expect(panelOf(page, title).status, "one voice tells of it").toHaveText("")
  }
  await expect(page.getByRole("status", { name: "Wallet" }), "nor what is left").toHaveText("")
  await failed.resume.or(failed.button("Try again (same payment)")).click()
  await expect(failed.status, "who is pressed answers for itself").toContainText("nothing was charged. No fresh data.")
  await expect(walletChip(page)).toHaveAccessibleName(/9\.90 USDC$/)
})

test("a screen's signatures follow each other without waiting for answers, and sum up to the total on the button", async ({
  page,
  origin,
  chain,
}) => {
  const payer = await newPayer(origin)
  const wallet = await injectWallet(page, payer)
  const held: Route[] = []
  // No answer before the third signature: waiting for one would wait for ever.
  await page.route("**/api/signal/*", async (route) => {
    if ((await route.request().headerValue("payment-signature")) === null) return route.continue()
    held.push(route)
    if (held.length === 3) await Promise.all(held.map((one) => one.continue()))
  })
  await page.goto("/")
  await connectWallet(page, WALLET_NAME)
  const bundle = page.getByRole("region", { name: "This screen at once" })
  await bundle.getByRole("button", { name: "Unlock all 3 for $0.15" }).click()
  await expect(bundle.getByRole("status")).toHaveText("3 of 3 delivered for $0.15.")
  await expect(bundle.getByRole("button", { name: "All unlocked" })).toBeVisible()
  expect(wallet.prompts).toEqual(Array(3).fill("eth_signTypedData_v4"))
  expect((await chain.transfersFrom(payer.address)).map(({ value }) => value)).toEqual([50_000n, 50_000n, 50_000n])
})

test("what is not on sale stays out of the total, and is named", async ({ page }) => {
  await page.route("**/api/signal/SOL", (route) => route.fulfill({ status: 503, body: "" }))
  await page.goto("/")
  await connectDemoWallet(page)
  const bundle = page.getByRole("region", { name: "This screen at once" })
  await expect(bundle).toContainText("Not included, see its panel: SOL signal.")
  await bundle.getByRole("button", { name: "Unlock the remaining 2 for $0.10" }).click()
  await expect(bundle.getByRole("status")).toHaveText("2 of 2 delivered for $0.10.")
  await expect(bundle.getByRole("button", { name: "Nothing to buy now" })).toBeVisible()
  await expect(walletChip(page)).toHaveAccessibleName(/9\.90 USDC$/)
})

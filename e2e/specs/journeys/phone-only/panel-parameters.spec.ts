import { connectDemoWallet } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"

test("the selected risk, amount and chain are bought and are kept after a reload", async ({ page }) => {
  await page.goto("/defi")
  await connectDemoWallet(page)
  const strategy = page.getByRole("region", { name: "DeFi yield strategy" })
  const amount = strategy.getByRole("combobox", { name: "Amount" })
  const chain = strategy.getByRole("combobox", { name: "Chain" })
  await strategy.getByText("Aggressive", { exact: true }).click()
  await amount.selectOption("$1,000")
  await chain.selectOption("OP Mainnet")
  await chain.selectOption("Base")
  await expect(strategy.getByText("GET /api/defi/recommend?risk=aggressive&capital=1000&chains=Base")).toBeAttached()

  await strategy.getByRole("button", { name: "View for $0.10" }).click()
  await expect(strategy.getByText("Aggressive, $1,000.00 for 30 days.")).toBeVisible()

  await page.reload()
  await expect(strategy.getByText("Aggressive, $1,000.00 for 30 days.")).toBeVisible()
  await expect(amount).toHaveValue("1000")
  await expect(chain).toHaveValue("Base")

  await chain.selectOption("All chains")
  await expect(strategy.getByText("GET /api/defi/recommend?risk=aggressive&capital=1000")).toBeAttached()
  await expect(strategy.getByRole("button", { name: "View for $0.10" })).toBeVisible()
})

test("a panel's parameters are in the URL and survive Back and a reload", async ({ page }) => {
  await page.goto("/geo?hours=never")
  const events = page.getByRole("region", { name: "Geopolitical events" })
  await expect(events.getByRole("radio", { name: "3 days" }), "an invalid parameter is ignored").toBeChecked()
  await events.getByText("7 days", { exact: true }).click()
  await expect(page).toHaveURL(/\/geo\?hours=168$/)

  await page.getByRole("banner").getByRole("link").click()
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(events.getByRole("radio", { name: "7 days" })).toBeChecked()

  await page.reload()
  await expect(events.getByRole("radio", { name: "7 days" })).toBeChecked()
  await expect(events.getByText("GET /api/geo/events?hours=168")).toBeAttached()
  await events.getByText("3 days", { exact: true }).click()
  await expect(page).toHaveURL(/\/geo$/)
})

test("a parameter that is selected before hydration is also kept for Back", async ({ page }) => {
  let isDelayed = true
  await page.route("**/*.js", async (route) => {
    while (isDelayed) await page.waitForTimeout(50)
    await route.continue()
  })
  await page.goto("/geo", { waitUntil: "commit" })
  const events = page.getByRole("region", { name: "Geopolitical events" })
  await events.getByText("7 days", { exact: true }).click()
  isDelayed = false
  await expect(page).toHaveURL(/\/geo\?hours=168$/)
  await expect(events.getByRole("radio", { name: "7 days" })).toBeChecked()
  await expect(events.getByText("GET /api/geo/events?hours=168"), "the panel sells the selected range").toBeAttached()
  await page.getByRole("banner").getByRole("link").click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole("heading", { level: 1 })).toContainText("BTC, ETH and SOL")
  await page.goBack()
  await expect(events.getByRole("radio", { name: "7 days" })).toBeChecked()
})

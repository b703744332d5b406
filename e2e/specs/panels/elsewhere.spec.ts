import { signalContract } from "@/lib/api/signal"
import { NOW_MS, receiptAt } from "@/lib/client/testing/fixtures"
import { expectAccessible } from "@/e2e/pages/accessible"
import { expectSound } from "@/e2e/pages/sound"
import { connectDemoWallet, walletChip } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"
import { never } from "@/e2e/support/scripted-service"
import { seedBrowser } from "@/e2e/support/seed"
import { phone } from "@/e2e/support/viewports"

test.use({ locale: "en-US", timezoneId: "UTC" })

const free = {
  "/track-record": "**/api/stats*",
  "/arena": "**/api/arena/snapshot*",
  "/status": "**/api/status",
} as const

for (const [href, api] of Object.entries(free)) {
  test(`${href} is whole and accessible while it asks, and when nobody answers`, async ({ page }) => {
    const panels = page.locator("main section.panel")
    await page.route(api, never)
    await page.goto(href)
    await expect(panels.getByText("Asking…").first()).toBeVisible()
    await expectSound(page, await panels.all(), "main")

    await page.unroute(api)
    await page.route(api, (route) => route.abort())
    await page.reload()
    await expect(panels.getByText("The service does not answer. Asked again each minute.").first()).toBeVisible()
    await expectSound(page, await panels.all(), "main")
  })
}

test("receipts are whole and accessible with everything opened, two of them without their answers", async ({
  page,
}) => {
  const late = { title: "BTC context", productId: "context:BTC", path: "/api/context/BTC", body: null }
  const receipts = [
    receiptAt(NOW_MS - 20 * 60_000, { id: `0x${"09".repeat(32)}`, ...late }),
    receiptAt(NOW_MS - 60_000, { body: signalContract.example }),
    receiptAt(NOW_MS, { id: `0x${"08".repeat(32)}`, title: "ETH signal", productId: "signal:ETH", body: null }),
  ]
  await seedBrowser(page, { receipts })
  await page.goto("/receipts")
  const entries = page.locator("details.receipt")
  await expect(entries).toHaveCount(3)
  await expect(entries.first()).toContainText("ETH signal")
  await expectSound(page, await entries.all(), "main")
  await expect(page.getByText("You own this answer; it is not kept in this browser.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Connect the wallet that paid" })).toBeVisible()
  await expect(entries.last()).toContainText(
    "The answer is no longer kept in this browser, and the time to fetch it again for free is over. A new answer costs $0.05.",
  )
})

test("the dialogs of a phone and of a connected wallet are accessible", async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto("/")
  await connectDemoWallet(page)
  await walletChip(page).click()
  await expect(page.getByRole("button", { name: "Disconnect and delete" })).toBeVisible()
  await expectAccessible(page, "dialog[open]")
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Menu" }).click()
  await expect(page.getByRole("dialog", { name: "All screens" })).toBeVisible()
  await expectAccessible(page, "dialog[open]")
})

test("a place where nothing is, is accessible", async ({ page }) => {
  await page.goto("/coins/DOGE")
  await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible()
  await expectSound(page, [], "html")
})

import { arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import { healthContract } from "@/lib/endpoints/health/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { statsContract } from "@/lib/endpoints/stats/contract"
import { statusContract } from "@/lib/endpoints/status/contract"
import { attemptAt, expiredAttempt, NOW_MS, receiptAt } from "@/tools/testing/client/fixtures"
import { expectAccessible } from "@/e2e/pages/accessibility"
import { expectScreenshot } from "@/e2e/pages/screenshot"
import { expectLayoutAndA11y } from "@/e2e/pages/layout-and-a11y"
import { connectDemoWallet, walletChip } from "@/e2e/pages/wallet"
import { expectAriaSnapshot } from "@/e2e/pages/aria-snapshot"
import { expect, test } from "@/e2e/support/fixtures"
import {
  answersJson,
  delivers,
  neverAnswers,
  type Script,
  scriptService,
  abortsRequest,
} from "@/e2e/support/scripted-service"
import { seedBrowser } from "@/e2e/support/seed"
import { phone } from "@/e2e/support/viewports"

test.use({ locale: "en-US", timezoneId: "UTC" })

/** The screens of the free panels, with example answers of their endpoints. */
const free = {
  "/track-record": { "**/api/stats*": statsContract.example, "**/api/arena/snapshot*": arenaContract.example },
  "/arena": { "**/api/arena/snapshot*": arenaContract.example },
  "/status": { "**/api/status": statusContract.example, "**/api/health": healthContract.example },
} as const

for (const [href, examples] of Object.entries(free)) {
  const tag = href === "/status" ? [] : "@full"
  test(
    `${href} is complete and accessible while it loads, after a failed request and with its data`,
    { tag },
    async ({ page }) => {
      const panels = page.locator("main section.panel")
      const expectState = async (state: string, scriptOf: (example: unknown) => Script) => {
        for (const [path, example] of Object.entries(examples)) await page.route(path, scriptOf(example))
        await page.goto(href)
        const all = await panels.all()
        await expect(panels.filter({ hasText: /Loading…|Checking status…/ })).toHaveCount(
          state === "loading" ? all.length : 0,
        )
        await expect(panels.filter({ hasText: /does not answer/ })).toHaveCount(
          state === "unreachable" ? all.length : 0,
        )
        for (const panel of all) {
          const title = await panel.getByRole("heading", { level: 2 }).first().innerText()
          if (state === "loaded") await expectScreenshot(page, panel, `${title.toLowerCase()}-${state}`)
        }
        await expectLayoutAndA11y(page, all, "main")
        await page.unrouteAll()
      }
      await seedBrowser(page)
      await expectState("loading", () => neverAnswers)
      await expectState("unreachable", () => abortsRequest)
      await expectState("loaded", answersJson)
    },
  )
}

test("open receipts, with and without a stored answer, are complete and accessible", async ({ page }) => {
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
  for (const entry of await entries.all()) {
    await entry.locator("summary").first().click()
    // An entry renders its content when it opens.
    await expect(entry.getByRole("region", { name: "Receipt" })).toBeVisible()
  }
  await expectLayoutAndA11y(page, await entries.all(), "main")
  await expectScreenshot(page, entries.nth(1), "receipt BTC signal")
  await expect(page.getByText("You own this answer, but it is no longer stored in this browser.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Connect the wallet that paid" })).toBeVisible()
  await expect(entries.last()).toContainText(
    "The answer is no longer stored in this browser, and the time to restore it for free is over. A new answer costs $0.05.",
  )
})

test("an unconfirmed payment is listed on the receipts page and in the budget dialog, and can be resumed", async ({
  page,
}) => {
  await seedBrowser(page, { attempts: [expiredAttempt(NOW_MS - 60_000)] })
  await scriptService(page, "/api/signal/BTC", { paid: delivers(signalContract.example) })
  await page.goto("/receipts")
  const unconfirmed = page.locator("main").getByRole("region", { name: "Unconfirmed payments" })
  await expectAriaSnapshot(unconfirmed, "unconfirmed-payments")
  await expectLayoutAndA11y(page, [unconfirmed], "main")
  await page.getByRole("button", { name: /^Today/ }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByRole("button", { name: "Get my answer (no second charge) for BTC signal" })).toBeVisible()
  await expectAccessible(page, "dialog[open]")
  await page.keyboard.press("Escape")
  await unconfirmed.getByRole("button", { name: "Get my answer (no second charge) for BTC signal" }).click()
  await expect(unconfirmed.getByRole("status")).toHaveText("BTC signal delivered for $0.05.")
  await expect(unconfirmed.getByRole("heading")).toBeFocused()
  await expect(page.locator("details.receipt")).toContainText("BTC signal")
})

test("a payment that completes on the receipts page shows its outcome there", { tag: "@full" }, async ({ page }) => {
  await seedBrowser(page, { attempts: [attemptAt(NOW_MS - 60_000)] })
  let deliver = () => {}
  const asked = new Promise<void>((resolve) => (deliver = resolve))
  await scriptService(page, "/api/signal/BTC", {
    paid: (route) => asked.then(() => delivers(signalContract.example)(route)),
  })
  await page.goto("/receipts")
  const unconfirmed = page.locator("main").getByRole("region", { name: "Unconfirmed payments" })
  await expect(unconfirmed.getByRole("status")).toHaveText(/^Completing your payment/)
  await expect(unconfirmed.getByRole("button")).toHaveCount(0)
  deliver()
  await expect(unconfirmed.getByRole("status")).toHaveText("BTC signal delivered for $0.05.")
  await expect(page.locator("details.receipt")).toContainText("BTC signal")
})

test("a panel with parameters selects those of an unconfirmed payment", { tag: "@full" }, async ({ page }) => {
  const [productId, path] = ["market_etf?asset=ETH", "/api/market/etf?asset=ETH"]
  await seedBrowser(page, { attempts: [{ ...expiredAttempt(NOW_MS - 60_000), productId, path }] })
  await page.goto("/markets")
  await expect(page.getByRole("radio", { name: "Ether", exact: true })).toBeChecked()
  await expect(page.getByRole("button", { name: "Get my answer (no second charge)" })).toHaveCount(1)
})

test("the phone menu and the dialog of a connected wallet are accessible", async ({ page }) => {
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

test("the 404 page is complete and accessible", { tag: "@full" }, async ({ page }) => {
  await page.goto("/coins/DOGE")
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible()
  await expectLayoutAndA11y(page, [], "html")
})

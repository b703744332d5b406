import type { Page } from "@playwright/test"
import { expectAccessible, expectNoOverflow } from "@/e2e/pages/accessibility"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"

/* A script that a page loads later may be missing, because a new release removed it or the connection broke. */

const chunks = "**/_next/static/chunks/**"

/** Blocks every script that the page has not loaded yet. */
async function blockScripts(page: Page): Promise<void> {
  await page.route(chunks, (route) => route.abort())
}

/** Unblocks the scripts and reloads the page. */
async function unblockAndReload(page: Page): Promise<void> {
  await page.unroute(chunks)
  await page.getByRole("button", { name: "Reload the page" }).first().click()
}

test("an answer is shown as JSON when its view does not load, and is charged once", async ({ page }) => {
  await page.goto("/")
  await connectDemoWallet(page)
  const signal = panelOf(page, "BTC signal")
  await expect(signal.view).toBeEnabled()
  await blockScripts(page)
  await signal.view.click()
  await expect(signal.region.getByRole("alert").first()).toContainText(
    "Your purchases and any payment in progress are kept in this browser",
  )
  await expect(signal.region.getByRole("region", { name: "Answer as JSON" })).toContainText('"coin": "BTC"')
  await expectNoOverflow(page)
  await expectAccessible(page)
  await unblockAndReload(page)
  await expect(signal.verdict).toBeVisible()
  await expect(signal.region.getByRole("alert")).toHaveCount(0)
  await expect(page.getByRole("button", { name: /^Today \$0\.05 / })).toBeVisible()
})

test(
  "when the wallet code does not load, the dialog reports the failure, and the panels still work",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/")
    await expect(page.getByText(/^Checking status/)).toHaveCount(0)
    await blockScripts(page)
    await page.getByRole("button", { name: "Connect wallet" }).click()
    const dialog = page.getByRole("dialog")
    await expect(dialog.getByRole("alert").first()).toContainText("This part of the page failed.")
    await page.keyboard.press("Escape")
    await expect(panelOf(page, "BTC signal").view).toBeVisible()
    await page.getByRole("button", { name: "Connect wallet" }).click()
    await unblockAndReload(page)
    await connectDemoWallet(page)
  },
)

test(
  "when the code of a dialog does not load, the page works without the dialog",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/")
    const budget = page.getByRole("button", { name: /^Today \$0\.00 / })
    await expect(budget).toBeVisible()
    await blockScripts(page)
    await budget.click()
    await expect(page.getByRole("complementary", { name: "Problem with this page" })).toBeVisible()
    await expect(panelOf(page, "BTC signal").view).toBeVisible()
    await unblockAndReload(page)
    await budget.click()
    await expect(page.getByRole("dialog", { name: /budget/i })).toBeVisible()
  },
)

test("when only the document loads, the page reports it and shows its content", async ({ page }) => {
  const document = (await (await page.goto("/"))?.text()) ?? ""
  await page.route(chunks, (route) => {
    const [name = ""] = new URL(route.request().url()).pathname.split("/").slice(-1)
    return document.includes(name) ? route.continue() : route.abort()
  })
  await page.reload()
  const notice = page.getByRole("complementary", { name: "Problem with this page" })
  await expect(notice.getByRole("alert")).toBeVisible()
  await expect(panelOf(page, "BTC signal").region).toContainText("$0.05")
  await expectNoOverflow(page)
  await expectAccessible(page)
  await unblockAndReload(page)
  await expect(notice).toHaveCount(0)
  await connectDemoWallet(page)
})

test(
  "when the code of a screen does not load, the page reports the failure and reloads on request",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/receipts")
    await expect(page.getByRole("button", { name: /^Today \$0\.00 / })).toBeVisible()
    await blockScripts(page)
    await page.getByRole("link", { name: "Markets" }).click()
    await expect(page.getByRole("heading", { name: "This page failed" })).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessible(page)
    await unblockAndReload(page)
    await expect(page.getByRole("heading", { name: "Markets", level: 1 })).toBeVisible()
  },
)

import type { Page } from "@playwright/test"
import { expectAccessible } from "@/e2e/pages/accessibility"
import { expectLoaded, expectFocusVisible } from "@/e2e/pages/focus-visible"
import { expectVisibleInForcedColors } from "@/e2e/pages/forced-colors"
import { type Panel, panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet } from "@/e2e/pages/wallet"
import { boughtPanel, paidContracts } from "@/e2e/support/bought-panel"
import { expect, test } from "@/e2e/support/fixtures"
import { answersDataUnavailable, scriptService } from "@/e2e/support/scripted-service"
import { seedBrowser } from "@/e2e/support/seed"
import { phone } from "@/e2e/support/viewports"
import { screens } from "@/lib/client/screens"
import { tagOf } from "@/e2e/support/sample"

/* Contrast themes of an operating system replace the page's colors. */

test.use({ locale: "en-US", timezoneId: "UTC" })

const boughtPanels = paidContracts.map(({ id }) => boughtPanel(id))
const receipts = boughtPanels.map(({ receipt }) => receipt)

/** The paid panels of a screen. */
async function paidPanelsOn(page: Page): Promise<readonly Panel[]> {
  const panels = boughtPanels.map(({ title }) => panelOf(page, title))
  const counts = await Promise.all(panels.map(({ region }) => region.count()))
  return panels.filter((_, index) => counts[index] === 1)
}

async function openReceipts(page: Page, href: string): Promise<void> {
  const entries = page.locator("main details.receipt")
  await expect(entries).toHaveCount(href === "/receipts" ? receipts.length : 0)
  for (const entry of await entries.all()) {
    await entry.locator("summary").first().click()
    await expect(entry.getByRole("region", { name: "Receipt" })).toBeVisible()
  }
}

for (const { href, title } of screens) {
  const tag = [...tagOf(href, new Set(["/coins/BTC"]))]
  test(`${title} is visible in forced colors, locked and bought`, { tag }, async ({ page }) => {
    await seedBrowser(page)
    await page.goto(href)
    await expectLoaded(page)
    await expectVisibleInForcedColors(page)
    await expectFocusVisible(page)
    const panels = await paidPanelsOn(page)
    await seedBrowser(page, { receipts })
    await page.reload()
    await expectLoaded(page)
    for (const { owned } of panels) await expect(owned, "the bought answer is shown").toBeAttached()
    await openReceipts(page, href)
    await expectVisibleInForcedColors(page)
    await expectAccessible(page)
  })
}

test("an error, the wallet dialog and the menu are visible in forced colors", { tag: "@full" }, async ({ page }) => {
  await scriptService(page, "/api/signal/BTC", { paid: answersDataUnavailable })
  await page.goto("/")
  await page.getByRole("button", { name: "Connect wallet" }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await expectVisibleInForcedColors(page)
  await expectFocusVisible(page)
  await page.keyboard.press("Escape")
  await connectDemoWallet(page)
  const signal = panelOf(page, "BTC signal")
  await signal.view.click()
  await expect(signal.region).toHaveAttribute("data-state", "failed")
  await expectVisibleInForcedColors(page)
  await expectFocusVisible(page)
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await page.getByRole("button", { name: "Menu" }).click()
  await expect(page.getByRole("dialog", { name: "All screens" })).toBeVisible()
  await expectVisibleInForcedColors(page)
  await expectFocusVisible(page)
})

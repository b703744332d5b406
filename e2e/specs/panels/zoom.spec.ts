import { signalContract } from "@/lib/endpoints/signal/contract"
import { NOW_MS, receiptAt } from "@/tools/testing/client/fixtures"
import { expectNoOverflow } from "@/e2e/pages/accessibility"
import { expectLoaded, expectFocusVisible } from "@/e2e/pages/focus-visible"
import { panelOf } from "@/e2e/pages/panel"
import { expectCompleteLayout } from "@/e2e/pages/layout-and-a11y"
import { connectDemoWallet } from "@/e2e/pages/wallet"
import { boughtPanel, paidContracts } from "@/e2e/support/bought-panel"
import { expect, test } from "@/e2e/support/fixtures"
import { answersDataUnavailable, scriptService } from "@/e2e/support/scripted-service"
import { seedBrowser } from "@/e2e/support/seed"
import { phone } from "@/e2e/support/viewports"
import { screens } from "@/lib/client/screens"
import { tagOf } from "@/e2e/support/sample"

/*
 * Browser zoom reduces the viewport in CSS pixels: 1280 × 800 becomes 640 × 400 at 200% (WCAG 1.4.4), and 1280 × 1024
 * becomes 320 × 256 at 400% (WCAG 1.4.10). The tests set the viewport, because CSS `zoom` does not affect media queries.
 */
const zooms = [
  { percent: 200, viewport: { width: 640, height: 400 } },
  { percent: 400, viewport: { width: 320, height: 256 } },
] as const

const sampled = new Set(["/coins/BTC"])

for (const { percent, viewport } of zooms) {
  test.describe(`at ${percent}%`, { tag: percent === 400 ? [] : "@full" }, () => {
    test.use({ viewport, deviceScaleFactor: percent / 100, locale: "en-US", timezoneId: "UTC" })

    for (const { href, title } of screens) {
      test(
        `${title} is complete, and the focus is always visible`,
        { tag: [...tagOf(href, sampled)] },
        async ({ page }) => {
          await page.goto(href)
          await expectLoaded(page)
          await expectNoOverflow(page)
          for (const panel of await page.locator("main section.panel").all()) await expectCompleteLayout(panel)
          await expectFocusVisible(page)
        },
      )
    }

    test("bought, failed and locked panels and the dialogs are complete", async ({ page }) => {
      await seedBrowser(page, { receipts: [receiptAt(NOW_MS - 60_000, { body: signalContract.example })] })
      await scriptService(page, "/api/signal/ETH", { paid: answersDataUnavailable })
      await page.goto("/")
      const signal = panelOf(page, "BTC signal")
      await expect(signal.verdict).toBeVisible()
      await expectCompleteLayout(signal.region)
      await expectFocusVisible(page)
      await page.getByRole("button", { name: "Connect wallet" }).click()
      const dialog = page.getByRole("dialog")
      await expectCompleteLayout(dialog)
      await expectFocusVisible(page)
      await page.keyboard.press("Escape")
      await connectDemoWallet(page)
      const failing = panelOf(page, "ETH signal")
      await failing.view.click()
      await expect(failing.region).toHaveAttribute("data-state", "failed")
      for (const { region } of [failing, panelOf(page, "SOL signal")]) await expectCompleteLayout(region)
      await expectNoOverflow(page)
      await expectFocusVisible(page)
      await page.getByRole("button", { name: "Menu" }).click()
      await expectCompleteLayout(dialog)
      await expectFocusVisible(page)
    })
  })
}

/* The browser's font size only. Media queries in `em` depend on it. */
test.describe("with a font size of 200% on a phone", () => {
  test.use({ viewport: phone, locale: "en-US", timezoneId: "UTC" })

  for (const { href, title } of screens) {
    test(
      `${title} does not scroll sideways with all panels bought and all details open`,
      { tag: [...tagOf(href, sampled)] },
      async ({ page }) => {
        const browser = await page.context().newCDPSession(page)
        await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } })
        await seedBrowser(page, { receipts: paidContracts.map(({ id }) => boughtPanel(id).receipt) })
        await page.goto(href)
        await expectLoaded(page)
        await page.locator("main details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")))
        await expectNoOverflow(page)
      },
    )
  }
})

import { signalContract } from "@/lib/api/signal"
import { NOW_MS, receiptAt } from "@/lib/client/testing/fixtures"
import { expectNoOverflow } from "@/e2e/pages/accessible"
import { expectAnswered, expectFocusSeen } from "@/e2e/pages/focus-walk"
import { panelOf } from "@/e2e/pages/panel"
import { expectWhole } from "@/e2e/pages/layout-and-a11y"
import { connectDemoWallet } from "@/e2e/pages/wallet"
import { bought, sold } from "@/e2e/support/bought"
import { expect, test } from "@/e2e/support/fixtures"
import { fails, scriptService } from "@/e2e/support/scripted-service"
import { seedBrowser } from "@/e2e/support/seed"
import { phone } from "@/e2e/support/viewports"
import { altered } from "@/e2e/support/sample"

/*
 * A browser's zoom leaves fewer pixels of CSS, drawn more densely: a window of 1280 × 800 has 640 × 400 at 200% (WCAG 1.4.4),
 * one of 1280 × 1024 has 320 × 256 at 400% (1.4.10). Media queries follow it; `zoom` in CSS, or larger letters, leave them out.
 */
const zooms = [
  { percent: 200, viewport: { width: 640, height: 400 } },
  { percent: 400, viewport: { width: 320, height: 256 } },
] as const

for (const { percent, viewport } of zooms) {
  test.describe(`at ${percent}%`, () => {
    test.use({ viewport, deviceScaleFactor: percent / 100, locale: "en-US", timezoneId: "UTC" })

    for (const { href, title } of altered) {
      test(`${title} is whole, and the focus is never hidden`, async ({ page }) => {
        await page.goto(href)
        await expectAnswered(page)
        await expectNoOverflow(page)
        for (const panel of await page.locator("main section.panel").all()) await expectWhole(panel)
        await expectFocusSeen(page)
      })
    }

    test("panels that were bought, failed and are locked are whole, and so are the dialogs", async ({ page }) => {
      await seedBrowser(page, { receipts: [receiptAt(NOW_MS - 60_000, { body: signalContract.example })] })
      await scriptService(page, "/api/signal/ETH", { paid: fails })
      await page.goto("/")
      const signal = panelOf(page, "BTC signal")
      await expect(signal.verdict).toBeVisible()
      await expectWhole(signal.region)
      await expectFocusSeen(page)
      await page.getByRole("button", { name: "Connect wallet" }).click()
      const dialog = page.getByRole("dialog")
      await expectWhole(dialog)
      await expectFocusSeen(page)
      await page.keyboard.press("Escape")
      await connectDemoWallet(page)
      const failing = panelOf(page, "ETH signal")
      await failing.view.click()
      await expect(failing.region).toHaveAttribute("data-state", "failed")
      for (const { region } of [failing, panelOf(page, "SOL signal")]) await expectWhole(region)
      await expectNoOverflow(page)
      await expectFocusSeen(page)
      await page.getByRole("button", { name: "Menu" }).click()
      await expectWhole(dialog)
      await expectFocusSeen(page)
    })
  })
}

/* Letters alone, by the browser's setting: media queries count in them as well. */
test.describe("with letters at 200% on a phone", () => {
  test.use({ viewport: phone, locale: "en-US", timezoneId: "UTC" })

  for (const { href, title } of altered) {
    test(`${title} is no wider than the screen, whatever is bought and open`, async ({ page }) => {
      const browser = await page.context().newCDPSession(page)
      await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } })
      await seedBrowser(page, { receipts: sold.map(({ id }) => bought(id).receipt) })
      await page.goto(href)
      await expectAnswered(page)
      await page.locator("main details").evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")))
      await expectNoOverflow(page)
    })
  }
})

import { expect, test } from "@/e2e/support/fixtures"
import { expectAccessible } from "@/e2e/pages/accessibility"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet } from "@/e2e/pages/wallet"
import { buyFirstSignal } from "@/e2e/pages/first-purchase"

for (const colorScheme of ["dark", "light"] as const) {
  const tag = colorScheme === "dark" ? [] : "@full"
  test(
    `the overview is accessible with locked panels, with the wallet dialog and with an answer (${colorScheme})`,
    { tag },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto("/")
      const signal = panelOf(page, "BTC signal")
      await expect(signal.view).toBeVisible()
      await expectAccessible(page)

      await page.getByRole("button", { name: "Connect wallet" }).click()
      await expect(page.getByRole("dialog").getByRole("button", { name: "Demo wallet" })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press("Escape")

      await connectDemoWallet(page)
      await signal.view.click()
      await expect(signal.verdict).toBeVisible()
      for (const summary of await signal.region.locator("summary").all()) await summary.click()
      await expectAccessible(page)
    },
  )
}

test("a coin page does not scroll sideways, locked or delivered", { tag: "@phone" }, async ({ page }) => {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await page.goto("/coins/BTC")
  expect(await overflow()).toBeLessThanOrEqual(0)
  await connectDemoWallet(page)
  for (const title of ["BTC signal", "BTC context"]) {
    const panel = panelOf(page, title)
    await panel.view.click()
    await expect(panel.owned).toBeVisible()
  }
  expect(await overflow()).toBeLessThanOrEqual(0)
})

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" })

  test("a purchase and the receipts page log no browser warning or error", async ({ page }) => {
    const consoleProblems: string[] = []
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") consoleProblems.push(message.text())
    })
    page.on("pageerror", (error) => consoleProblems.push(error.message))
    await buyFirstSignal(page)
    await page.goto("/receipts")
    await expect(page.getByRole("heading", { name: "Receipts" })).toBeVisible()
    // An unpaid request is answered 402 by design, and browsers log every 402 as an error.
    expect(consoleProblems.filter((text) => !text.includes("402 (Payment Required)"))).toEqual([])
  })
})

import type { Page } from "@playwright/test"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet, walletChip } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"

/** Replaces every text as the page translation of Chromium does, now and when texts are added. */
function translate(page: Page, way: "replaces" | "wraps"): Promise<void> {
  return page.evaluate((way) => {
    const isDone = (node: Node) => node.parentElement?.closest("font, script, style, noscript, textarea") !== null
    const edit = (text: Text) => {
      if (isDone(text) || !text.data.trim()) return
      const [outer, inner] = [document.createElement("font"), document.createElement("font")]
      outer.append(inner)
      inner.textContent = text.data
      text.before(outer)
      if (way === "wraps") inner.replaceChildren(text)
      else text.remove()
    }
    const editAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(edit)
    }
    editAll(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        addedNodes.forEach((node) => (node instanceof Text ? edit(node) : editAll(node)))
    }).observe(document.body, { childList: true, subtree: true })
  }, way)
}

for (const way of ["replaces", "wraps"] as const) {
  test(`a page whose translation ${way} its texts navigates, buys and shows the balance`, async ({ page }) => {
    const errors: string[] = []
    page.on("pageerror", ({ message }) => errors.push(message))
    await page.goto("/")
    await connectDemoWallet(page)
    await translate(page, way)
    const signal = panelOf(page, "BTC signal")
    await signal.region.getByRole("button", { name: "View for $0.05" }).click()
    await expect(signal.verdict).toBeVisible()
    await expect(walletChip(page)).toContainText("9.95")
    await page.getByRole("button", { name: "Menu" }).click()
    await page.getByRole("dialog").locator('a[href="/coins/BTC"]').click()
    await expect(page).toHaveURL(/\/coins\/BTC$/)
    await page.getByRole("button", { name: "Set an alert" }).first().click()
    await expect(
      page.getByRole("dialog", { name: "Set an alert" }).getByRole("button", { name: /^Continue/ }),
    ).toBeVisible()
    await page.keyboard.press("Escape")
    await page.goBack()
    await expect(panelOf(page, "ETH signal").view).toBeVisible()
    await panelOf(page, "ETH signal").view.click()
    await expect(walletChip(page)).toContainText("9.90")
    expect(errors).toEqual([])
  })
}

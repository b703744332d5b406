import type { Page } from "@playwright/test"
import { expect, test } from "@/e2e/support/fixtures"

/** Scripts arrive after `release`. */
async function delayScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test("a click before hydration is replayed once after hydration", async ({ page }) => {
  const release = await delayScripts(page)
  await page.goto("/regime", { waitUntil: "commit" })
  await page.getByRole("button", { name: "View for $0.05" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog).toHaveCount(0)
  release()
  await expect(dialog).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await page.getByRole("heading", { name: "Regime", level: 1 }).click()
  await expect(dialog).toHaveCount(0)
})

test("a shortcut that is pressed before hydration works after hydration", async ({ page }) => {
  const release = await delayScripts(page)
  await page.goto("/regime", { waitUntil: "commit" })
  await expect(page.getByRole("heading", { name: "Regime", level: 1 })).toBeVisible()
  await page.keyboard.press("Control+k")
  release()
  await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible()
})

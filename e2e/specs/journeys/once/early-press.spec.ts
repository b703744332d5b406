import { expect, test } from "@/e2e/support/fixtures"

test("a button that is pressed before its code is there is pressed once more when it is", async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released
    await route.continue()
  })
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

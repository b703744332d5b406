import type { Locator, Page } from "@playwright/test"
import { expectAccessible } from "@/e2e/pages/accessible"
import { expect, test } from "@/e2e/support/fixtures"

async function openChecklist(page: Page): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: "Your panels" })
  // The key works once the page's own code runs.
  await expect(page.getByText(/last 4h close/)).toBeVisible()
  await expect(async () => {
    await page.keyboard.press("p")
    await expect(dialog).toBeVisible({ timeout: 1_000 })
  }).toPass()
  return dialog
}

const titles = (dialog: Locator) => dialog.locator(".checklist label")

test("pins, default coin and density are kept, and pinned panels come first", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/")
  const dialog = await openChecklist(page)
  const regime = dialog.getByRole("button", { name: /^Pin .*regime/i })
  const overview = dialog.getByRole("button", { name: /^Pin .*overview/i })
  await regime.click()
  await overview.click()
  await expect(regime).toHaveAttribute("aria-pressed", "true")
  await expect(dialog.getByText("New since yesterday").first()).toBeVisible()
  await dialog.getByRole("button", { name: /^Move .*overview.* up/i }).click()
  await expect(titles(dialog).first()).toContainText(/overview/i)
  await dialog.getByRole("group", { name: "Default coin" }).getByText("SOL").click()
  await dialog.getByText("Compact").click()
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact")
  await expectAccessible(page, "dialog[open]")

  await page.goto("/")
  await expect(page).toHaveURL(/\?coin=SOL$/)
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact")
  const again = await openChecklist(page)
  await expect(titles(again).nth(0)).toContainText(/overview/i)
  await expect(titles(again).nth(1)).toContainText(/regime/i)
  await expect(again.getByRole("checkbox", { checked: true }), "the pinned panels are chosen").toHaveCount(2)
})

test("a phone's menu opens the panels", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/")
  await expect(page.getByText(/last 4h close/)).toBeVisible()
  await page.getByRole("button", { name: "Menu" }).click()
  await page.getByRole("button", { name: "Your panels" }).click()
  await expect(page.getByRole("dialog", { name: "Your panels" })).toBeVisible()
  await expect(page.getByRole("dialog")).toHaveCount(1)
})

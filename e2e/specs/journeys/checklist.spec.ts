import type { Locator, Page } from "@playwright/test"
import { PREFERENCES_COOKIE } from "@/lib/client/browser/preferences"
import { expectAccessible, expectNoOverflow } from "@/e2e/pages/accessibility"
import { expectNoLayoutShift } from "@/e2e/pages/layout-shift"
import { expectHydrated } from "@/e2e/pages/hydrated"
import { expect, test } from "@/e2e/support/fixtures"
import { phone } from "@/e2e/support/viewports"

async function openChecklist(page: Page): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: "Your panels" })
  await expectHydrated(page)
  await expect(async () => {
    await page.keyboard.press("p")
    await expect(dialog).toBeVisible({ timeout: 1_000 })
  }).toPass()
  return dialog
}

/** The titles of the pinned panels. */
const pinned = (page: Page) => page.getByRole("region", { name: "Your panels" }).getByRole("heading", { level: 3 })

const titles = (dialog: Locator) => dialog.locator(".checklist label")

test("pins, default coin and density are kept, and pinned panels come first", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/")
  const dialog = await openChecklist(page)
  const regime = dialog.getByRole("button", { name: /^Pin .*regime/i })
  const overview = dialog.getByRole("button", { name: /^Pin .*overview/i })
  await regime.click()
  // A pinned panel moves to the top of the list.
  await expect(regime).toHaveAttribute("aria-pressed", "true")
  await overview.click()
  await expect(overview).toHaveAttribute("aria-pressed", "true")
  await expect(dialog.getByText("Not bought, changed in the last 24h").first()).toBeVisible()
  await dialog.getByRole("button", { name: /^Move .*overview.* up/i }).click()
  await expect(titles(dialog).first()).toContainText(/overview/i)
  await dialog.getByRole("group", { name: "Default coin" }).getByText("SOL").click()
  await dialog.getByText("Compact").click()
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact")
  await expectAccessible(page, "dialog[open]")

  await page.keyboard.press("Escape")
  await expect(pinned(page)).toContainText([/overview/i, /regime/i])

  await expectNoLayoutShift(page, "/")
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole("heading", { name: "SOL price", exact: true })).toBeVisible()
  const again = await openChecklist(page)
  await expect(titles(again).nth(0)).toContainText(/overview/i)
  await expect(titles(again).nth(1)).toContainText(/regime/i)
  await expect(again.getByRole("checkbox", { checked: true }), "the pinned panels are checked").toHaveCount(2)
})

test("the server renders the density, the coin and the order of the pinned panels", async ({ page, origin }) => {
  const stored = new URLSearchParams([
    ["coin", "ETH"],
    ["density", "compact"],
    ...["yields", "risk:SOL", "signal:BTC"].map((id) => ["pin", id]),
  ])
  await page
    .context()
    .addCookies([{ name: PREFERENCES_COOKIE, value: encodeURIComponent(stored.toString()), url: origin }])
  await page.route("**/*.js*", (route) => route.abort())
  await page.goto("/")
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact")
  await expect(page.getByRole("heading", { name: "ETH price", exact: true })).toBeVisible()
  await expect(pinned(page)).toHaveText(["DeFi yield scanner", "SOL risk plan", "BTC signal"])
  await expect(page.getByRole("heading", { name: "BTC signal" }), "a pinned panel is rendered once").toHaveCount(1)
  await expectNoOverflow(page)
})

test("the side bar, or the menu on a phone, opens the dialog of the panels", async ({ page }) => {
  await page.goto("/")
  await expectHydrated(page)
  if (page.viewportSize()?.width === phone.width) await page.getByRole("button", { name: "Menu" }).click()
  await page.getByRole("button", { name: "Your panels" }).click()
  const dialog = page.getByRole("dialog", { name: "Your panels" })
  await expect(dialog).toBeVisible()
  await expect(page.getByRole("dialog")).toHaveCount(1)
  const chosen = dialog.getByRole("checkbox", { checked: true })
  await expect(chosen, "nothing is pinned or bought, so nothing is chosen").toHaveCount(0)
  await expect(dialog.getByText(/^Choose the panels to buy\. All \d+ cost \$\d/)).toBeVisible()
})

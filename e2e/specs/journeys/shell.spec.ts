import type { Page } from "@playwright/test"
import { actionList } from "@/components/shell/action-list"
import { screens } from "@/lib/client/screens"
import { expectAccessible } from "@/e2e/pages/accessibility"
import { expectHydrated } from "@/e2e/pages/hydrated"
import { expect, test } from "@/e2e/support/fixtures"

async function openOverview(page: Page): Promise<void> {
  await page.goto("/")
  await expectHydrated(page)
}

test("the command palette opens a screen by a part of its name", async ({ page }) => {
  await openOverview(page)
  await page.keyboard.press("Control+k")
  const dialog = page.getByRole("dialog", { name: "Commands" })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type("method")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/methodology$/)
  await expect(dialog).toHaveCount(0)
})

const dialogs = {
  alerts: "Set an alert",
  checklist: "Your panels",
  budget: "Budget for today",
  session: "Budget for today",
  wallet: "Connect a wallet",
  help: "Keyboard shortcuts",
} as const

test("the command palette opens every dialog by its name, and the focus returns after Escape", async ({ page }) => {
  await openOverview(page)
  const before = page.getByRole("banner").getByRole("link")
  await before.focus()
  for (const { kind, name } of actionList) {
    if (kind === "theme" || kind === "times" || kind === "stage") continue
    await page.keyboard.press("Control+k")
    await expect(page.getByLabel("Search pages and actions")).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: dialogs[kind] })
    await expect(dialog).toBeVisible()
    await expectAccessible(page, "dialog[open]")
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(before).toBeFocused()
  }
})

test("arrow keys move through the command palette, and Enter sets the theme", { tag: "@phone" }, async ({ page }) => {
  await openOverview(page)
  await page.keyboard.press("/")
  await expect(page.getByLabel("Search pages and actions")).toBeFocused()
  await page.keyboard.type("theme")
  const options = page.getByRole("dialog").getByRole("listitem").getByRole("button")
  await expect(options).toHaveText([/^Next theme/, /^Dark theme/, /^Light theme/, /^System theme/])
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("ArrowDown")
  await expect(options.nth(2)).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light")
})

test("the help lists every single-key shortcut, and each shortcut works", { tag: "@phone" }, async ({ page }) => {
  await openOverview(page)
  await page.keyboard.press("?")
  const help = page.getByRole("dialog", { name: dialogs.help })
  for (const { key, name } of actionList) {
    await expect(help.locator("dd", { hasText: name })).toBeVisible()
    await expect(help.locator(`dt kbd:text-is("${key}")`)).toBeVisible()
  }
  await page.keyboard.press("Escape")
  await expect(help).toHaveCount(0)
  for (const { key, kind } of actionList) {
    await page.keyboard.press(key)
    if (kind === "theme") {
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
      continue
    }
    if (kind === "times") {
      await expect.poll(() => page.evaluate(() => localStorage.getItem("signal402.times.1"))).toBe("local")
      continue
    }
    if (kind === "stage") {
      const dock = page.getByRole("complementary", { name: "Stage" })
      await expect(dock).toBeVisible()
      await page.keyboard.press(key)
      await expect(dock).toHaveCount(0)
      continue
    }
    await expect(page.getByRole("dialog", { name: dialogs[kind] })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
  }
})

test("letter shortcuts open screens and can be switched off", { tag: "@phone" }, async ({ page }) => {
  await openOverview(page)
  await page.keyboard.press("g")
  await page.keyboard.press("b")
  await expect(page).toHaveURL(/\/coins\/BTC$/)
  await page.keyboard.press("?")
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  await expect(help).toBeVisible()
  await expectAccessible(page)
  await help.getByRole("checkbox").uncheck()
  await page.keyboard.press("Escape")
  await expect(help).toHaveCount(0)
  await page.keyboard.press("?")
  await page.keyboard.press("Control+k")
  await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible()
  await expect(help).toHaveCount(0)
})

test(
  "navigation between screens does not reload the page, so purchases continue",
  { tag: "@phone" },
  async ({ page }) => {
    await openOverview(page)
    const pageLoadedAtMs = () => page.evaluate(() => performance.timeOrigin)
    const loadedAtMs = await pageLoadedAtMs()
    for (const { href, key } of [...screens.slice(1), ...screens.slice(0, 1)]) {
      await page.keyboard.press("g")
      await page.keyboard.press(key)
      await expect(page).toHaveURL(href)
      expect(await pageLoadedAtMs(), href).toBe(loadedAtMs)
    }
  },
)

test("the first tab stop skips to the panels", async ({ page }) => {
  await page.goto("/")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Skip to the panels" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.locator("#main")).toBeFocused()
})

test("the theme switch cycles through the themes, and the theme is kept after a reload", async ({ page, viewport }) => {
  await openOverview(page)
  // On a phone the switch is in the menu, because the header shows today's spending as text.
  if ((viewport?.width ?? 0) < 480) {
    await expect(page.getByRole("banner")).toContainText("Today")
    await expect(page.getByRole("banner").getByRole("button", { name: /^Theme/ })).toBeHidden()
    await page.getByRole("button", { name: "Menu" }).click()
  }
  await page.getByRole("button", { name: "Theme: system. Switch to dark" }).click()
  await page.getByRole("button", { name: "Theme: dark. Switch to light" }).click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light")
  await page.reload()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light")
})

test("a screen is one tap away in the side bar and two taps away in the menu", async ({ page, viewport }) => {
  await page.goto("/")
  if ((viewport?.width ?? 0) < 1024) {
    await page.getByRole("button", { name: "Menu" }).click()
    await page.getByRole("dialog", { name: "All screens" }).getByRole("link", { name: "Status" }).click()
  } else {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Status" }).click()
  }
  await expect(page).toHaveURL(/\/status$/)
  await expect(page.getByRole("dialog")).toHaveCount(0)
})

test("a page that becomes visible again requests the service health", { tag: "@phone" }, async ({ page }) => {
  let asked = 0
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/health") asked += 1
  })
  await openOverview(page)
  const show = (state: DocumentVisibilityState) =>
    page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true })
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
    }, state)
  await show("hidden")
  const before = asked
  await show("visible")
  await expect.poll(() => asked).toBeGreaterThan(before)
})

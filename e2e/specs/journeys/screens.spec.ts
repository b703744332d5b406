import { catalogue } from "@/lib/endpoints/catalogue"
import type { Contract } from "@/lib/api/contract"
import { panelsOn, screensServing } from "@/components/panels"
import { formatPreferences, parsePreferences, PREFERENCES_COOKIE } from "@/lib/client/browser/preferences"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { expectAccessible, expectUniqueRegionNames, expectNoOverflow } from "@/e2e/pages/accessibility"
import { delayPaidAnswers, expectLowLayoutShift, expectNoLayoutShift } from "@/e2e/pages/layout-shift"
import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"
import { tagOf } from "@/e2e/support/sample"
import { desktop, phone } from "@/e2e/support/viewports"

// The tests of this file are independent, and the file takes the longest.
test.describe.configure({ mode: "parallel" })

const contracts: readonly Contract[] = catalogue
const served = new Set(contracts.map(({ id }) => id))
const screens = screensServing(served)

for (const { href, title } of screens) {
  test(
    `${title} opens by its URL, has a title and a description, and does not scroll sideways`,
    { tag: [...tagOf(href)] },
    async ({ page }) => {
      await page.goto(href)
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
      await expect(page).toHaveTitle(/Signal402/)
      await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /\w+/)
      await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", await page.title())
      await expect(page.locator('meta[property="og:image"]')).toHaveAttribute("content", /\/opengraph-image/)
      await expectNoOverflow(page)
      await expectAccessible(page)
    },
  )
}

const screensWithPaidPanels = screens.filter(({ href }) => panelsOn(href).length > 0)
/** `session.spec.ts` buys the panels of other screens. */
const bought = new Set(["/coins/BTC"])

// These tests use the phone. `locked-and-bought.spec.ts` checks the same answers on a wide screen.
for (const { href, title } of screensWithPaidPanels) {
  const can = `every panel on ${title} can be bought, and its answer is accessible, fits and does not move`
  test(can, { tag: ["@phone", ...tagOf(href, bought)] }, async ({ page }) => {
    await page.goto(href)
    await connectDemoWallet(page)
    const views = page.getByRole("button", { name: /^View for \$/ })
    const offered = await views.count()
    // Odds of a price are offered after their button on the chart.
    expect(offered).toBe(panelsOn(href).filter(({ id }) => id !== "odds").length)
    for (let left = offered; left > 0; left--) {
      await views.first().click()
      await expect(page.locator("summary", { hasText: /^Receipt/ })).toHaveCount(offered - left + 1)
    }
    await expect(page.getByText("has does not know the format")).toHaveCount(0)
    await expectNoOverflow(page)
    await expectAccessible(page)
    await expectUniqueRegionNames(page)
    await expectNoLayoutShift(page, href)
    await expect(page.locator("summary", { hasText: /^Receipt/ })).toHaveCount(offered)
  })
}

const purchases = [
  ["the overview", "/", ["BTC signal", "SOL signal", "Market regime"]],
  ["geopolitics", "/geo", ["Geopolitical alerts", "Geopolitical events"]],
] as const

for (const [name, size] of Object.entries({ desktop, phone })) {
  for (const [screen, href, titles] of purchases) {
    test(`${name}: ${screen} moves little during purchases and does not move after a reload`, async ({
      page,
      origin,
    }) => {
      const value = encodeURIComponent(formatPreferences({ ...parsePreferences(""), density: "compact" }))
      await page.context().addCookies([{ name: PREFERENCES_COOKIE, value, url: origin }])
      await page.setViewportSize(size)
      await delayPaidAnswers(page)
      await page.goto(href)
      await connectDemoWallet(page)
      for (const title of titles) {
        const { region } = panelOf(page, title)
        await region.getByRole("button", { name: /^View for \$/ }).click()
        await expect(region.locator("summary", { hasText: /^Receipt/ })).toBeVisible()
      }
      await expectLowLayoutShift(page, `${screen} during purchases`)
      await expectNoLayoutShift(page, href)
      await expect(page.locator("html")).toHaveAttribute("data-density", "compact")
    })
  }
}

for (const { href, title } of screens.filter(({ href }) => panelsOn(href).length === 0)) {
  test(`${title} does not move while its content loads`, { tag: ["@phone", ...tagOf(href)] }, async ({ page }) => {
    await expectNoLayoutShift(page, href)
  })
}

test("the link preview image and the home screen icon are PNG files", { tag: "@phone" }, async ({ page, request }) => {
  await page.goto("/coins/BTC")
  const card = await page.locator('meta[property="og:image"]').getAttribute("content")
  const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href")
  for (const address of [card, icon]) {
    expect((await request.get(address ?? "")).headers()["content-type"], `${address}`).toBe("image/png")
  }
})

test("a lower-case coin in the URL redirects to the coin page", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/coins/btc")
  await expect(page).toHaveURL(/\/coins\/BTC$/)
  await expect(page.getByRole("heading", { level: 1, name: "Bitcoin" })).toBeVisible()
})

test("a fragment in the URL of the docs opens its endpoint", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/docs#risk")
  const entry = page.locator("details.endpoint", { has: page.getByText("GET /risk/{coin}") })
  await expect(entry).toHaveAttribute("open")
  await expect(entry.locator("summary").first()).toBeInViewport()
})

test("an unknown URL shows the 404 page with navigation", async ({ page }) => {
  for (const address of ["/coins/DOGE", "/nowhere", "/no/where.php"]) {
    const response = await page.goto(address)
    expect(response?.status(), address).toBe(404)
    await expect(page.getByRole("main").getByRole("heading", { name: "Page not found" })).toBeVisible()
    await expect(page.locator("main"), address).toHaveCount(1)
    await expect(page, address).toHaveTitle(/^Page not found/)
    await expect(page.getByRole("navigation").filter({ visible: true }).first(), "the navigation").toBeVisible()
    await expectAccessible(page)
  }
})

test("the method version links to its entry in the changelog", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/methodology")
  await page.getByRole("main").getByRole("link", { name: METHOD_VERSION }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Changelog" })).toBeVisible()
  await expect(page.locator(`[id="${METHOD_VERSION}"]`)).toBeInViewport()
})

test("the sitemap lists every screen except the receipts", { tag: "@phone" }, async ({ request, origin }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text()
  for (const { href } of screens.filter(({ href }) => href !== "/receipts")) {
    expect(sitemap).toContain(`<loc>${new URL(href, origin).href}</loc>`)
  }
  expect(sitemap).not.toContain("/receipts")
  expect(await (await request.get("/robots.txt")).text()).toContain("sitemap.xml")
})

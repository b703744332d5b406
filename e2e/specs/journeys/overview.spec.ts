import type { Page } from "@playwright/test"
import { statsContract } from "@/lib/api/stats"
import { buyFirstSignal } from "@/e2e/pages/first-purchase"
import { expect, test } from "@/e2e/support/fixtures"

/** The line about the service appears once the page's own code runs. Lines break where they do in the page's own font. */
async function openOverview(page: Page): Promise<void> {
  await page.goto("/")
  await expect(page.getByText(/last 4h close/)).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}

test("the first screen says what is sold and for how much, and has a button to buy it", async ({ page, viewport }) => {
  await openOverview(page)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "BTC, ETH and SOL calls with odds. $0.05 each, no account",
  )
  const offers = page.getByRole("main").getByRole("button", { name: /^View .*\$\d/ })
  await expect(offers.first()).toBeInViewport({ ratio: 1 })
  const box = await offers.first().boundingBox()
  const tabs = await page.locator(".tab-bar").boundingBox()
  const free = tabs?.y ?? viewport?.height ?? 0
  expect((box?.y ?? free) + (box?.height ?? 0), "clear of the bar at the bottom").toBeLessThanOrEqual(free)
  // The wide screen has room for the first panel as well.
  if (tabs === null) await expect(page.getByRole("button", { name: "View for $0.05" }).first()).toBeInViewport()
})

/** What comes to `/api/stats`, when the test wants it to. */
async function heldStats(page: Page, json: unknown): Promise<() => void> {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route("**/api/stats*", (route) => asked.then(() => route.fulfill({ json })))
  return answer
}

test("a record without rates shows its counts, and nothing moves when they come", async ({ page }) => {
  const answer = await heldStats(page, statsContract.example)
  await openOverview(page)
  const record = page.getByRole("region", { name: /^Track record/ })
  const below = page.getByRole("heading", { name: "State of the market" })
  await expect(record.getByText("Loading…")).toBeVisible()
  const before = await below.boundingBox()
  answer()
  await expect(record).toContainText("Win rate appears after 30 independent calls")
  await expect(record).toContainText("no claim yet, 8 independent calls, 30 needed")
  expect(await below.boundingBox()).toEqual(before)
})

test("the overview shows the live record before anything is bought, and nothing moves when it comes", async ({
  page,
}) => {
  const sample = { ...statsContract.example.sample, directional: 1_400, n_effective: 93.4 }
  const significance = { ...statsContract.example.significance, win_rate_ci95: [0.412, 0.611] }
  const json = { ...statsContract.example, win_rate: 0.512, status: "preliminary", sample, significance }
  const answer = await heldStats(page, json)
  await openOverview(page)
  const record = page.getByRole("region", { name: /^Track record/ })
  const below = page.getByRole("heading", { name: "State of the market" })
  await expect(record.getByText("Loading…")).toBeVisible()
  const before = await below.boundingBox()
  answer()
  await expect(record).toContainText("95%: 41.2% to 61.1%; 1,400 calls, effective sample: 93")
  await expect(record).toContainText("Each call is sealed before its outcome, losses included.")
  expect(await below.boundingBox()).toEqual(before)
})

test("the chart shows the bands and levels of the signal that is owned, for its coin only", async ({ page }) => {
  await buyFirstSignal(page)
  const chart = page.locator(".locked-chart")
  await expect(chart.getByText(/^Ahead: your 80% band, in 24h \$/)).toBeVisible()
  const illustration = chart.getByText(/The blurred band is an illustration/)
  await expect(illustration).toBeHidden()
  await chart.getByRole("link", { name: "ETH" }).click()
  await expect(illustration).toBeVisible()
  await chart.getByRole("link", { name: "BTC" }).click()
  await expect(illustration).toBeHidden()
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("prices and the chart are shown, and no button that does nothing", async ({ page }) => {
    await page.goto("/")
    await expect(page.locator(".strip-price").first()).toHaveText(/^\$\d/)
    await expect(page.getByText(/^BTC closed at \$/)).toBeVisible()
    await expect(page.getByText(/Buying needs JavaScript/)).toBeVisible()
    await expect(page.getByRole("button").filter({ visible: true })).toHaveCount(0)
    await expect(page.getByText("Loading…").filter({ visible: true })).toHaveCount(0)
  })
})

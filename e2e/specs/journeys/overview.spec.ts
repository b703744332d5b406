import type { Page } from "@playwright/test"
import { sampleContract } from "@/lib/endpoints/sample/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { statsContract } from "@/lib/endpoints/stats/contract"
import { buyFirstSignal } from "@/e2e/pages/first-purchase"
import { expectHydrated } from "@/e2e/pages/hydrated"
import { expect, test } from "@/e2e/support/fixtures"

/** Line breaks depend on the page's font. */
async function openOverview(page: Page): Promise<void> {
  await page.goto("/")
  await expectHydrated(page)
  await page.evaluate(() => document.fonts.ready)
}

test("the first viewport shows the product, its price and a button to buy it", async ({ page, viewport }) => {
  await openOverview(page)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "BTC, ETH and SOL calls with odds. $0.05 each, no account",
  )
  const offer = page.getByRole("main").getByRole("link", { name: "View for $0.05" })
  await expect(offer).toBeInViewport({ ratio: 1 })
  const box = await offer.boundingBox()
  const tabs = await page.locator(".tab-bar").boundingBox()
  const free = tabs?.y ?? viewport?.height ?? 0
  expect((box?.y ?? free) + (box?.height ?? 0), "above the bottom bar").toBeLessThanOrEqual(free)
  // A wide screen also has room for the first panel.
  if (tabs === null) await expect(page.getByRole("button", { name: "View for $0.05" }).first()).toBeInViewport()
  await expect(page.getByText(/last 4h close/), "a phone has it in the chart alone").toBeVisible({
    visible: tabs === null,
  })
})

/** Delays the answer of `/api/stats` until the test calls the returned function. */
async function delayStatsAnswer(page: Page, json: unknown): Promise<() => void> {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route("**/api/stats*", (route) => asked.then(() => route.fulfill({ json })))
  return answer
}

test("a track record without rates shows its counts, and the page does not move when they arrive", async ({ page }) => {
  const answer = await delayStatsAnswer(page, statsContract.example)
  await openOverview(page)
  const record = page.getByRole("region", { name: /^Track record/ })
  const below = page.getByRole("heading", { name: "Risk plans" })
  await expect(record.getByText("Loading…")).toBeVisible()
  const before = await below.boundingBox()
  answer()
  await expect(record).toContainText("Win rate appears after 30 independent calls")
  await expect(record).toContainText("no claim yet, 8 independent calls, 30 needed")
  expect(await below.boundingBox()).toEqual(before)
})

test("the overview shows the live track record for free, and the page does not move when it arrives", async ({
  page,
}) => {
  const sample = { ...statsContract.example.sample, directional: 1_400, n_effective: 93.4 }
  const significance = { ...statsContract.example.significance, win_rate_ci95: [0.412, 0.611] }
  const json = { ...statsContract.example, win_rate: 0.512, status: "preliminary", sample, significance }
  const answer = await delayStatsAnswer(page, json)
  await openOverview(page)
  const record = page.getByRole("region", { name: /^Track record/ })
  const below = page.getByRole("heading", { name: "Risk plans" })
  await expect(record.getByText("Loading…")).toBeVisible()
  const before = await below.boundingBox()
  answer()
  await expect(record).toContainText("95%: 41.2% to 61.1%; 1,400 calls, effective sample: 93")
  await expect(record).toContainText("Each call is sealed before its outcome, losses included.")
  expect(await below.boundingBox()).toEqual(before)
})

test("the chart shows the band of an owned signal against the price, for its coin only", async ({ page }) => {
  await buyFirstSignal(page)
  const chart = page.locator(".coin-chart")
  const bands = chart.getByRole("list", { name: "Owned 80% bands against the price" })
  await expect(bands).toContainText(/24h \$[\d,.]+ to \$[\d,.]+ ?inside, [\d.]+% to the edge/)
  const offer = chart.getByRole("link", { name: "View for $0.05" })
  await expect(offer).toBeHidden()
  await chart.getByRole("link", { name: "ETH" }).click()
  await expect(offer).toBeVisible()
  await chart.getByRole("link", { name: "BTC" }).click()
  await expect(offer).toBeHidden()
})

test("candles and overlays of the chart are in the address, and the last price and the open candle are drawn", async ({
  page,
}) => {
  await openOverview(page)
  const chart = page.locator(".coin-chart")
  await expect(chart.locator('.candles-label[data-tone="last"]')).toHaveText(/^Last \$[\d,.]+$/)
  await expect(chart.getByText(/^Open candle: \$/)).toBeVisible()
  await chart.getByText("1h", { exact: true }).click()
  await chart.getByRole("button", { name: "SMA 20, 50" }).click()
  await expect(page).toHaveURL(/\?interval=1h&show=bands,levels,calls,averages$/)
  await page.reload()
  await expect(chart.getByRole("application", { name: "BTC 1h candles" })).toBeVisible()
  await expect(chart.locator(".candles-line")).toHaveCount(2)
})

test("the wheel zooms the chart, and the crosshair has a line and a value on both axes", async ({ page }) => {
  await openOverview(page)
  const plot = page.locator(".coin-chart .crosshair-area")
  const bodies = page.locator(".coin-chart .candles-volume")
  await expect(page.getByText(/^Open candle: \$/)).toBeVisible()
  await plot.hover({ position: { x: 60, y: 60 } })
  await expect(page.locator(".candles-crosshair")).toHaveCount(2)
  await expect(page.locator(".candles-cursor")).toHaveText(/^\$[\d,.]+$/)
  await expect(plot.locator("[aria-live]")).toHaveText(/: open \$.*, high \$.*, low \$.*, close \$/)
  const count = async () => ((await bodies.getAttribute("d")) ?? "").split("Z").length
  const before = await count()
  await page.mouse.wheel(0, -120)
  await expect.poll(count).toBeLessThan(before)
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("prices and the chart are shown, and no button that does nothing", async ({ page }) => {
    await page.goto("/")
    await expect(page.locator(".strip-price").first()).toHaveText(/^\$\d/)
    await expect(page.getByText(/^Last candle: \$/)).toBeVisible()
    await expect(page.getByText(/Buying needs JavaScript/)).toBeVisible()
    await expect(page.getByRole("button").filter({ visible: true })).toHaveCount(0)
    await expect(page.getByText("Loading…").filter({ visible: true })).toHaveCount(0)
  })

  for (const href of ["/coins/BTC", "/markets", "/track-record", "/status", "/receipts", "/docs"]) {
    test(`${href} has no button that does nothing and does not say that it loads`, async ({ page }) => {
      await page.goto(href)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      await expect(page.getByRole("button").filter({ visible: true })).toHaveCount(0)
      await expect(page.getByText(/(Loading|Checking).*…/).filter({ visible: true })).toHaveCount(0)
    })
  }
})

test(
  "a sample is an answer that was sold, with its date; in a service's first day it is an example, and says so",
  {
    tag: "@phone",
  },
  async ({ page }) => {
    const sold = { ...sampleContract.example, of: "/signal/ETH", answer: { ...signalContract.example, coin: "ETH" } }
    await page.route("**/api/sample?of=%2Fsignal%2FETH", (route) => route.fulfill({ json: sold }))
    await openOverview(page)
    const signals = page.getByRole("region", { name: "Signals" })
    const samples = signals.getByRole("button", { name: "See a sample" })
    await samples.nth(1).click()
    const sample = page.getByRole("region", { name: "Sample of ETH signal" })
    await expect(sample).toContainText(
      "Old sample Sold 2026-11-19 12:00 UTC, complete. Out of date: do not trade on it",
    )
    await expect(sample).toContainText("ETH when computed")
    await samples.first().click()
    const example = page.getByRole("region", { name: "Sample of BTC signal" })
    await expect(example).toContainText("Example Not an answer: made-up figures, until one is a day old")
  },
)

import type { Page } from "@playwright/test"
import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import { regimeContract } from "@/lib/endpoints/regime/contract"
import { statsContract } from "@/lib/endpoints/stats/contract"
import { expectAccessible } from "@/e2e/pages/accessibility"
import { expectScreenshot } from "@/e2e/pages/screenshot"
import { panelOf } from "@/e2e/pages/panel"
import { tabTo } from "@/e2e/pages/tab-to"
import { boughtPanel } from "@/e2e/support/bought-panel"
import { expect, test } from "@/e2e/support/fixtures"
import { tagOf } from "@/e2e/support/sample"
import { answersJson } from "@/e2e/support/scripted-service"
import { seedBrowser } from "@/e2e/support/seed"
import { phone } from "@/e2e/support/viewports"

const { example } = geoEventsContract
const [event] = example.events
const talks = { ...event, id: "talks", title: "Talks begin in Geneva", first_seen_at: "2026-11-19T08:00:00.000Z" }
const equities = [1, 1.034, 0.991]
const curve = equities.map((equity, day) => ({ t: `2026-11-1${day}T00:00:00.000Z`, equity, benchmark: 1.01 }))
const stats = { ...statsContract.example, paper_equity: { ...statsContract.example.paper_equity, curve } }

type Chart = { readonly name: string; readonly points: number; readonly first: string; readonly last: string }
type Screen = { readonly sold: readonly ReturnType<typeof boughtPanel>[]; readonly charts: readonly Chart[] }

/** One chart of every kind, in tab order, with the announcements of its first and last points. */
const screens: Readonly<Record<string, Screen>> = {
  "/coins/BTC": {
    sold: [boughtPanel("signal"), boughtPanel("risk")],
    charts: [
      {
        name: "80% ranges of BTC",
        points: 8,
        first: "24h: 80% range, $94,114 to $98,767",
        last: "7d: Target 2 $103,658 lies above the range",
      },
      {
        name: "Votes on BTC by category",
        points: 13,
        first: "Technical: 4 of 7 indicators long",
        last: "Macro: 1 of 6 indicators short",
      },
      {
        name: "Levels of BTC",
        points: 10,
        first: "80% range, 24h: $94,114 to $98,767",
        last: "Support, volume node: $91,480, −5.1%",
      },
      {
        name: "Calls on BTC, 30 days",
        points: 3,
        first:
          "2026-11-19 04:00 UTC, $95,121: Short (replayed, hypothetical); 24h later $97,004, +2.0%: lost; outside the range of $93,410 to $96,841",
        last: "2026-11-20 12:00 UTC, $96,389: sealed until it is a day old",
      },
    ],
  },
  "/regime": {
    sold: [boughtPanel("regime")],
    charts: [
      {
        name: "Regimes of the last 180 days",
        points: 2,
        first: "Range: 163 days from earlier",
        last: "Markup: 17 days from 2026-11-04",
      },
    ],
  },
  "/geo": {
    sold: [boughtPanel("geo_events", { ...example, events: [event, talks], total: 2 })],
    charts: [
      {
        name: "Events by the hour in which they were first seen",
        points: 2,
        first: "2026-11-19 08:00 UTC: Talks begin in Geneva, critical, severity 98 of 100",
        last: "2026-11-20 06:15 UTC: Iran closes Strait of Hormuz to tankers, critical, severity 98 of 100",
      },
    ],
  },
  "/markets": {
    sold: [boughtPanel("market_etf")],
    charts: [
      {
        name: "Flows by fund on 2026-11-19",
        points: 3,
        first: "IBIT, asset manager: +$12M",
        last: "GBTC, crypto native: −$64M",
      },
    ],
  },
  "/defi": {
    sold: [boughtPanel("defi_recommend"), boughtPanel("yields")],
    charts: [
      {
        name: "Weights of the allocation",
        points: 2,
        first: "aave-v3 USDC: 40% of the amount",
        last: "Cash: 60% of the amount",
      },
      {
        name: "Yield against risk",
        points: 1,
        first: "Aave V3 USDC, Stablecoin. Risk score, 0 to 100: 0; Yield, APY %: 4.3%",
        last: "Aave V3 USDC, Stablecoin. Risk score, 0 to 100: 0; Yield, APY %: 4.3%",
      },
    ],
  },
  "/track-record": {
    sold: [],
    charts: [
      {
        name: "Paper account and holding",
        points: 3,
        first: "2026-11-10 00:00 UTC: Paper account 1.000×, Holding 1.010×",
        last: "2026-11-12 00:00 UTC: Paper account 0.991×, Holding 1.010×",
      },
    ],
  },
}

test.use({ locale: "en-US", timezoneId: "UTC" })

/** Focuses a chart by Tab, moves through its points by keys, and leaves the points by Escape. */
async function moveThroughPoints(page: Page, { name, points, first, last }: Chart): Promise<void> {
  const chart = page.getByRole("application", { name, exact: true })
  const announcement = chart.locator("[aria-live=polite]")
  const { keyboard } = page
  await tabTo(page, chart)
  await expect(chart, "the focus is visible").toHaveCSS("outline-style", "solid")
  await expect(announcement).toHaveText(
    points === 1 ? "Arrow keys show its one point." : `Arrow keys walk through ${points} points.`,
  )
  await keyboard.press("ArrowRight")
  await expect(announcement).toHaveText(first)
  await expect(announcement).toBeInViewport({ ratio: 0.99 })
  await expect(chart.locator(".point-mark")).toBeInViewport({ ratio: 0.99 })
  for (let step = 1; step < points; step += 1) await keyboard.press("ArrowRight")
  await expect(announcement, "each key press moves one point").toHaveText(last)
  await keyboard.press("ArrowRight")
  await expect(announcement, "the last point stays selected").toHaveText(last)
  await keyboard.press("Home")
  await expect(announcement).toHaveText(first)
  await keyboard.press("End")
  await expect(announcement).toHaveText(last)
  await expectScreenshot(page, chart.locator("xpath=.."), name)
  await keyboard.press("Escape")
  await expect(announcement).toBeEmpty()
  await expect(chart).toBeFocused()
}

for (const [href, { sold, charts }] of Object.entries(screens)) {
  const tag = [...tagOf(href, new Set(["/coins/BTC"]))]
  test(`each chart of ${href} is one tab stop, and the arrow keys move through it`, { tag }, async ({ page }) => {
    await page.route("**/api/stats*", answersJson(stats))
    await page.route("**/api/record/calls*", answersJson(recordCallsContract.example))
    await seedBrowser(page, { receipts: sold.map(({ receipt }) => receipt) })
    await page.goto(href)
    for (const { title } of sold) await expect(panelOf(page, title).region.locator(".answer").first()).toBeVisible()
    // The price chart shows changing prices, so another test checks it.
    const all = page.getByRole("application").and(page.locator(":not(.crosshair-area)"))
    // On the page of a coin the charts of an answer are behind its button.
    const behind = page.locator(".panel[data-compact=true] .answer > .details")
    await behind.evaluateAll((parts) => parts.forEach((part) => part.setAttribute("open", "")))
    await expect(all).toHaveCount(charts.length)
    await expect(page.locator(".chart-plot:not(:has(svg))"), "charts that are still loading").toHaveCount(0)
    for (const chart of charts) await moveThroughPoints(page, chart)
    await page.keyboard.press("Home")
    await expectAccessible(page, "main")
    await page.keyboard.press("Tab")
    await expect(all.last(), "Tab leaves the chart").not.toBeFocused()
  })
}

test("the arrow keys move through the price chart, and each candle is announced", async ({ page }) => {
  await seedBrowser(page)
  await page.goto("/coins/BTC")
  const chart = page.getByRole("application", { name: "BTC 4h candles", exact: true })
  const announcement = chart.locator("[aria-live=polite]")
  const candle = /^[^:]+ \d\d:\d\d UTC: open \$[\d,.]+, high \$[\d,.]+, low \$[\d,.]+, close \$[\d,.]+, volume /
  await chart.focus()
  // The server renders the chart. Keys work after its code has loaded.
  await expect(async () => {
    await page.keyboard.press("Home")
    await expect(announcement).toHaveText(candle, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const first = await announcement.innerText()
  await page.keyboard.press("End")
  await expect(announcement).toHaveText(candle)
  expect(await announcement.innerText()).not.toBe(first)
  await page.keyboard.press("Escape")
  await expect(announcement).toBeEmpty()
  await expect(chart).toBeFocused()
})

test("on a phone, a regime name in the timeline is complete or hidden", async ({ page }) => {
  const { example } = regimeContract
  const changes = [
    { date: "2026-09-20", from: "DISTRIBUTION", to: "MARKDOWN" },
    { date: "2026-08-20", from: "MARKUP", to: "DISTRIBUTION" },
  ]
  await page.setViewportSize(phone)
  await seedBrowser(page, { receipts: [boughtPanel("regime", { ...example, changes }).receipt] })
  await page.goto("/regime")
  const parts = page.locator(".ribbon > span")
  await expect(parts).toHaveCount(3)
  expect(await parts.evaluateAll(nameVisibility)).toEqual(["whole", "none", "whole"])
})

/** Runs in the page. */
function nameVisibility(parts: readonly Element[]) {
  return parts.map((part) => {
    const box = part.getBoundingClientRect()
    const name = document.createRange()
    name.selectNodeContents(part)
    const { left, right, top } = name.getBoundingClientRect()
    if (top >= box.bottom) return "none"
    return left >= box.left && right <= box.right ? "whole" : "cut"
  })
}

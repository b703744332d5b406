import type { Page } from "@playwright/test"
import { panels } from "@/components/panels"
import { COINS } from "@/lib/domain/market/coin"
import { recordShifts, shiftsSince } from "@/e2e/pages/layout-shift"
import { connectDemoWallet } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"

/** Every shift counts, also within 500 ms after a click, which a browser excuses. */
const MAX_SHIFT = 0.02

const sizes = {
  360: { width: 360, height: 740 },
  390: { width: 390, height: 844 },
  1440: { width: 1440, height: 900 },
  2560: { width: 2560, height: 1440 },
} as const

/** The screens of all paid panels. The coins have equal screens. */
const screens = new Set(["/", ...panels.map(({ screen }) => screen.replace("{coin}", COINS[0]))])

/** 400 ms and 50 kB/s. */
async function slowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await session.send("Network.emulateNetworkConditions", line)
}

/** The place of the chart on the page. */
async function chartBox(page: Page) {
  if ((await page.locator(".coin-chart").count()) === 0) return null
  const box = await page.locator(".coin-chart .candles-box").boundingBox()
  return box && { ...box, y: box.y + (await page.evaluate(() => window.scrollY)) }
}

/** The ids of the panels that offer a purchase, in order. */
async function lockedPanels(page: Page): Promise<readonly string[]> {
  await expect(page.locator('.panel-actions [aria-disabled="true"]:visible'), "every price is known").toHaveCount(0)
  const offer = page.getByRole("button", { name: /^View for \$/ })
  return page.locator("section.panel", { has: offer }).evaluateAll((all) => all.map(({ id }) => id))
}

for (const [width, viewport] of Object.entries(sizes)) {
  for (const href of screens) {
    for (const line of ["fast", "slow"] as const) {
      // The slow line is measured on one phone and one desktop.
      if (line === "slow" && width !== "390" && width !== "1440") continue
      const tag = href === "/" && line === "fast" ? [] : ["@full"]
      test(`nothing moves while one buys on ${href}, ${width} px, ${line} line`, { tag }, async ({ page }) => {
        test.slow()
        await page.setViewportSize(viewport)
        await recordShifts(page)
        if (line === "slow") await slowLine(page)
        await page.goto(href)
        await connectDemoWallet(page)
        const before = await chartBox(page)
        const ids = await lockedPanels(page)
        expect(ids.length).toBeGreaterThan(0)
        for (const id of ids) {
          const panel = page.locator(`[id="${id}"]`)
          const view = panel.getByRole("button", { name: /^View for \$/ })
          await view.scrollIntoViewIfNeeded()
          const start = await page.evaluate(() => performance.now())
          await view.click()
          await expect(panel.locator(".provenance > summary")).toBeVisible()
          await expect(panel.locator(".answer")).toBeVisible()
          const shifts = await shiftsSince(page, start)
          const sum = shifts.reduce((total, { value }) => total + value, 0)
          expect(sum, `${id}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MAX_SHIFT)
        }
        expect(await chartBox(page), "the chart has its place and its size").toEqual(before)
      })
    }
  }
}

test("the chart is high, wide and above the fold on a desktop", async ({ page }) => {
  await page.setViewportSize(sizes[1440])
  await page.goto("/")
  const [chart, plot, main] = [".coin-chart", ".coin-chart .candles-plot", "main"].map((part) => page.locator(part))
  const [chartAt, plotAt, mainAt] = [await chart?.boundingBox(), await plot?.boundingBox(), await main?.boundingBox()]
  expect(chartAt?.height).toBeGreaterThanOrEqual(560)
  expect(chartAt?.width).toBeGreaterThanOrEqual(0.62 * (mainAt?.width ?? Infinity))
  expect((plotAt?.y ?? Infinity) + (plotAt?.height ?? Infinity), "the band is above the fold").toBeLessThanOrEqual(900)
})

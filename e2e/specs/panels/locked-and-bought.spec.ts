import { panels } from "@/components/panels"
import { riskContract } from "@/lib/endpoints/risk/contract"
import { groupBy } from "@/lib/domain/group-by"
import { COINS } from "@/lib/domain/market/coin"
import { expectUniqueRegionNames } from "@/e2e/pages/accessibility"
import { expectScreenshot } from "@/e2e/pages/screenshot"
import { panelOf } from "@/e2e/pages/panel"
import { expectLayoutAndA11y } from "@/e2e/pages/layout-and-a11y"
import { expectAriaSnapshot } from "@/e2e/pages/aria-snapshot"
import { boughtPanel, paidContracts } from "@/e2e/support/bought-panel"
import { expect, test } from "@/e2e/support/fixtures"
import { neverAnswers, abortsRequest } from "@/e2e/support/scripted-service"
import { seedBrowser } from "@/e2e/support/seed"
import { tagOf } from "@/e2e/support/sample"
import { phone } from "@/e2e/support/viewports"

/** Odds of a price are bought on the chart, which e2e/specs/journeys/odds.spec.ts tests. */
const tested = panels.filter(({ id }) => id !== "odds")

const screens = groupBy(tested, ({ screen }) => screen)

/** The main panels. They also have screenshots of the light scheme and of the phone. */
const mainPanels = new Set(["signal", "risk", "regime", "geo_alert", "geo_events"])

test.use({ locale: "en-US", timezoneId: "UTC" })

test("every paid endpoint has a panel", () => {
  expect(new Set(panels.map(({ id }) => id))).toEqual(new Set<string>(paidContracts.map(({ id }) => id)))
})

const sampled = new Set(["/coins/BTC", "/geo"])

for (const shown of screens) {
  const href = shown[0].screen.replace("{coin}", "BTC")
  const tag = [...tagOf(href, sampled)]
  test(`the panels of ${href} are complete and accessible, locked and bought`, { tag }, async ({ page }) => {
    const bought = shown.map(({ id }) => {
      const { title, receipt } = boughtPanel(id)
      return { id, receipt, ...panelOf(page, title) }
    })
    const expectState = async (state: string) => {
      for (const { id, region } of bought) {
        if (state === "bought") await expect(region.locator(".answer").first()).toBeVisible()
        // All of an answer, also what a compact panel has behind its button.
        const behind = region.locator(".answer > .details")
        await behind.evaluateAll((parts) => parts.forEach((part) => part.setAttribute("open", "")))
        await expectAriaSnapshot(region.locator(".panel-body"), `${id}-${state}`)
        if (state === "bought") {
          await expectScreenshot(page, region, `${id}-${state}`, mainPanels.has(id) ? ["dark", "light"] : ["dark"])
        }
      }
      await page.setViewportSize(phone)
      for (const { id, region } of bought.filter(({ id }) => state === "bought" && mainPanels.has(id))) {
        await expectScreenshot(page, region, `${id}-${state}-phone`)
      }
      const regions = bought.map(({ region }) => region)
      await expectLayoutAndA11y(page, regions, "main")
    }
    await page.route("**/api/versions", abortsRequest)
    await page.route("**/api/record/calls*", neverAnswers)
    await seedBrowser(page)
    await page.goto(href)
    for (const { region } of bought) await expect(region).toHaveAttribute("data-state", "idle-no-wallet")
    await expectState("locked")

    await seedBrowser(page, { receipts: bought.map(({ receipt }) => receipt) })
    await page.reload()
    for (const { owned } of bought) await expect(owned).toBeVisible()
    await expectState("bought")
  })
}

test("tables of panels in the overview's columns do not scroll sideways", async ({ page }) => {
  const receipts = ["market_overview", "risk", "signal"].map((id) => boughtPanel(id).receipt)
  await seedBrowser(page, { receipts })
  await page.goto("/")
  for (const { title } of [boughtPanel("market_overview"), boughtPanel("risk")]) {
    await panelOf(page, title).region.locator(".answer > .details > summary").click()
  }
  const tables = page.locator(".table-wide")
  await expect(tables.nth(3)).toBeAttached()
  for (const table of await tables.all()) {
    const tooWide = await table.evaluate((box) => box.scrollWidth - box.clientWidth)
    expect(tooWide, `of ${await table.getAttribute("aria-label")}`).toBeLessThanOrEqual(1)
  }
})

test("three risk plans on one screen have regions with unique names", async ({ page }) => {
  const { receipt } = boughtPanel("risk")
  const receipts = COINS.map((coin, index) => ({
    ...receipt,
    id: `0x${String(index + 1).repeat(64)}`,
    productId: `risk:${coin}`,
    body: { ...riskContract.example, coin },
  }))
  await seedBrowser(page, { receipts })
  await page.goto("/")
  await expect(page.getByRole("region", { name: / odds$/ })).toHaveCount(COINS.length)
  await expectUniqueRegionNames(page)
})

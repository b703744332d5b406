import { panelOf } from "@/e2e/pages/panel"
import { expectSound } from "@/e2e/pages/sound"
import { bought, sold } from "@/e2e/support/bought"
import { expect, test } from "@/e2e/support/fixtures"
import { seedBrowser } from "@/e2e/support/seed"

/** The screen on which each paid endpoint has a panel. */
const screens = {
  "/coins/BTC": ["signal", "risk", "context"],
  "/regime": ["regime"],
  "/markets": ["market_overview", "market_etf"],
  "/events": ["events"],
  "/institutions": ["institutions"],
  "/geo": ["geo_alert", "geo_events"],
  "/defi": ["defi_recommend", "yields"],
  "/dex": ["dex_alpha"],
} as const

test.use({ locale: "en-US", timezoneId: "UTC" })

test("every paid endpoint has a panel here", () => {
  expect(new Set<string>(Object.values(screens).flat())).toEqual(new Set(sold.map(({ id }) => id)))
})

for (const [href, ids] of Object.entries(screens)) {
  test(`the panels of ${href} show what they sell, then what was bought, whole and accessible`, async ({ page }) => {
    const panels = ids.map((id) => ({ id, ...bought(id) }))
    const regions = panels.map(({ title }) => panelOf(page, title).region)
    await seedBrowser(page)
    await page.goto(href)
    for (const { id, title } of panels) {
      const { region } = panelOf(page, title)
      await expect(region).toHaveAttribute("data-state", "idle-no-wallet")
      await expect(region.locator(".panel-body")).toMatchAriaSnapshot({ name: `${id}-sold.aria.yml` })
    }
    await expectSound(page, regions, "main")

    await seedBrowser(page, { receipts: panels.map(({ receipt }) => receipt) })
    await page.reload()
    for (const { id, title } of panels) {
      const { region, owned } = panelOf(page, title)
      await expect(owned).toBeVisible()
      await expect(region.locator(".panel-body")).toMatchAriaSnapshot({ name: `${id}-bought.aria.yml` })
    }
    await expectSound(page, regions, "main")
  })
}

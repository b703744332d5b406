import { eventsContract } from "@/lib/endpoints/events/contract"
import { dexAlphaContract } from "@/lib/endpoints/dex-alpha/contract"
import { boughtPanel } from "@/e2e/support/bought-panel"
import { expect, test } from "@/e2e/support/fixtures"
import { seedBrowser } from "@/e2e/support/seed"
import { desktop, narrow, phone } from "@/e2e/support/viewports"

/** The texts and heights of visible elements that are lower than 44 px. */
function tooLow(elements: readonly Element[]): readonly string[] {
  return elements
    .map((element) => ({ height: element.getBoundingClientRect().height, text: element.textContent }))
    .filter(({ height }) => height > 0 && height < 44)
    .map(({ height, text }) => `${text}: ${height} px`)
}

test.use({ hasTouch: true })

test("touch targets are at least 44 px high", async ({ page }) => {
  await seedBrowser(page, { receipts: [boughtPanel("signal").receipt] })
  for (const viewport of [phone, narrow]) {
    await page.setViewportSize(viewport)
    for (const href of ["/", "/geo"]) {
      await page.goto(href)
      const targets = page.locator(
        ".header :is(.button, .header-figure, .brand), .bundle .button, .chip-button, .details > summary",
      )
      await expect(targets.nth(3)).toBeAttached()
      // All elements are read in one step, because the page may replace an element between two steps.
      await expect.poll(() => targets.evaluateAll(tooLow), `on ${href}, ${viewport.width} px wide`).toEqual([])
    }
  }
})

test("a long table on a phone shows its first rows, all rows on request, and does not scroll by itself", async ({
  page,
}) => {
  const [token] = dexAlphaContract.example.tokens
  if (!token) throw new Error("The example has a token.")
  const tokens = Array.from({ length: 20 }, (_, index) => ({ ...token, address: `${token.address}${index}` }))
  await seedBrowser(page, { receipts: [boughtPanel("dex_alpha", { ...dexAlphaContract.example, tokens }).receipt] })
  await page.goto("/dex")
  const rows = page.getByRole("rowheader")
  const more = page.getByRole("button", { name: /^Show all 20/ })
  await expect(more).toHaveAttribute("aria-expanded", "false")
  expect((await more.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expect(rows).toHaveCount(6)
  await more.click()
  await expect(page.getByRole("button", { name: /^Show the first rows/ })).toBeFocused()
  await expect(rows).toHaveCount(20)
  const hidden = await page
    .locator(".table-wide")
    .first()
    .evaluate((box) => box.scrollHeight - box.clientHeight)
  expect(hidden, "the table does not scroll").toBeLessThanOrEqual(0)
  await page.setViewportSize(desktop)
  await expect(page.getByRole("button", { name: /^Show/ })).toHaveCount(0)
  await expect(rows).toHaveCount(20)
})

test("the name of a scheduled event has at least 180 px of width", async ({ page }) => {
  await seedBrowser(page, { receipts: [boughtPanel("events", eventsContract.example).receipt] })
  await page.goto("/events")
  const name = page.locator(".calendar-entry b").first()
  await expect(name).toBeVisible()
  const room = await name.evaluate((text) => text.parentElement?.clientWidth)
  expect(room).toBeGreaterThanOrEqual(180)
})

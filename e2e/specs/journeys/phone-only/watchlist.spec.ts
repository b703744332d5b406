import type { Page } from "@playwright/test"
import { expectAccessible, expectNoOverflow } from "@/e2e/pages/accessibility"
import { expectNoLayoutShift } from "@/e2e/pages/layout-shift"
import { expect, test } from "@/e2e/support/fixtures"
import { marketPerpetualsContract } from "@/lib/endpoints/market-perpetuals/contract"

async function openWatchlist(page: Page) {
  await page.goto("/watchlist")
  const list = page.getByRole("region", { name: "Watchlist" })
  // Scripts have read the prices.
  await expect(list.getByRole("listitem").first()).toBeVisible()
  return { list, rows: list.getByRole("listitem"), edit: list.getByRole("button", { name: "Edit list" }) }
}

test("twenty coins have a free price with source and age, and only the covered ones have a page", async ({ page }) => {
  const { list, rows } = await openWatchlist(page)
  await expect(rows).toHaveCount(20)
  await expect(list.getByRole("link")).toHaveText(["BTC", "ETH", "SOL"])
  await expect(list.getByText("price only", { exact: true })).toHaveCount(17)
  await expect(rows.filter({ hasText: "DOGE" })).toHaveText(
    /DOGE\$0\.\d+24h volume \$[\d.]+M.*Hyperliquid perp · just now/,
  )
  await expectNoOverflow(page)
  await expectAccessible(page)
  await expectNoLayoutShift(page, "/watchlist")
})

test("coins are added, pinned, moved by keyboard and removed, and the list survives a reload without a shift", async ({
  page,
}) => {
  const { list, rows, edit } = await openWatchlist(page)
  await edit.click()
  const added = list.getByLabel("Add a coin")
  await added.fill("nope")
  await added.press("Enter")
  await expect(list.getByText("There is no price of nope.")).toBeVisible()
  await added.fill("crv")
  await added.press("Enter")
  await expect(rows).toHaveCount(21)
  await list.getByRole("button", { name: "Pin CRV" }).click()
  await expect(rows.first()).toContainText("CRV")
  const up = list.getByRole("button", { name: "Move SOL up" })
  await up.focus()
  await page.keyboard.press("Enter")
  await expect(up, "the moved row keeps the focus").toBeFocused()
  await page.keyboard.press("Enter")
  await list.getByRole("button", { name: "Remove ETH" }).click()
  await expectAccessible(page)
  const names = () => rows.locator("b:first-child").allInnerTexts()
  await page.reload()
  await expect(page.getByRole("region", { name: "Watchlist" }).getByRole("listitem").first()).toBeVisible()
  await expect(rows).toHaveCount(20)
  expect((await names()).slice(0, 3)).toEqual(["CRV", "SOL", "BTC"])
  await expectNoLayoutShift(page, "/watchlist")
})

test("prices that stop stay with their age, and a coin that is no longer listed says so", async ({ page }) => {
  const listed = { ...marketPerpetualsContract.example, timestamp: new Date().toISOString() }
  const old = { ...listed, as_of: "2026-11-20T12:00:00.000Z", age_s: 400 }
  await page.route("**/api/market/perpetuals", (route) => route.fulfill({ json: old }))
  await page.addInitScript(() =>
    localStorage.setItem("signal402.watchlist.1", '[{"id":"DOGE","isPinned":false},{"id":"MATIC","isPinned":false}]'),
  )
  const { rows } = await openWatchlist(page)
  await expect(rows.nth(0)).toContainText("Not updating since 2026-11-20 12:00 UTC", { timeout: 30_000 })
  await expect(rows.nth(0)).toContainText("$0.1842")
  await expect(rows.nth(1)).toContainText("Not among the contracts traded most")
})

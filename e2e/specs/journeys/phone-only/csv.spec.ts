import { readFile } from "node:fs/promises"
import type { Locator, Page } from "@playwright/test"
import { parse } from "csv-parse/sync"
import { arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import { dexAlphaContract } from "@/lib/endpoints/dex-alpha/contract"
import { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import { settledCall } from "@/e2e/support/calls"
import { expect, test } from "@/e2e/support/fixtures"
import { tabTo } from "@/e2e/pages/tab-to"
import { boughtPanel } from "@/e2e/support/bought-panel"
import { answersJson } from "@/e2e/support/scripted-service"
import { seedBrowser } from "@/e2e/support/seed"

type Line = Readonly<Record<string, string>>

/** The downloaded file's name, and its lines by column. */
async function fileOf(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()])
  const lines: readonly Line[] = parse(await readFile(await download.path(), "utf8"), { columns: true })
  return { name: download.suggestedFilename(), lines }
}

/** The CSV buttons, also in closed details. */
function csvButtons(page: Page): Locator {
  return page.locator("main").getByRole("button", { name: /^Download .+ as CSV$/, includeHidden: true })
}

/** Runs in the page. */
function openDetails(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>("main details")) details.open = true
}

test("a complete table of an answer is downloaded by keyboard", async ({ page }) => {
  await seedBrowser(page, { receipts: [boughtPanel("dex_alpha").receipt] })
  await page.goto("/dex")
  const button = page.getByRole("button", { name: "Download Tokens, best score first as CSV" })
  await expect(button).toBeVisible()
  await tabTo(page, button)
  const { name, lines } = await fileOf(page, () => page.keyboard.press("Enter"))
  const { tokens, meta } = dexAlphaContract.example
  expect(name).toBe(`signal402-sandbox-dex-tokens-${meta.as_of.slice(0, 13)}${meta.as_of.slice(14, 16)}Z.csv`)
  expect(lines.map((line) => line["liquidity_usd"])).toEqual(tokens.map((token) => String(token.liquidity_usd)))
  expect(lines.map((line) => line["price_change_pct.h24"])).toEqual(
    tokens.map((token) => String(token.price_change_pct.h24)),
  )
  await expect(button, "the button keeps the focus").toBeFocused()
})

test("each table of an answer can be downloaded", { tag: "@full" }, async ({ page }) => {
  const screens = {
    "/coins/BTC": { ids: ["signal", "risk", "context"], tables: 6 },
    "/regime": { ids: ["regime"], tables: 1 },
    "/markets": { ids: ["market_overview", "market_etf"], tables: 4 },
    "/events": { ids: ["events"], tables: 1 },
    "/institutions": { ids: ["institutions"], tables: 2 },
    "/geo": { ids: ["geo_alert", "geo_events"], tables: 2 },
    "/defi": { ids: ["defi_recommend", "yields"], tables: 3 },
  }
  await seedBrowser(page, {
    receipts: Object.values(screens).flatMap(({ ids }) => ids.map((id) => boughtPanel(id).receipt)),
  })
  await page.route("**/api/record/calls*", answersJson(recordCallsContract.example))
  const names: string[] = []
  for (const [href, { tables }] of Object.entries(screens)) {
    await page.goto(href)
    // Closed details render their content when they open.
    await expect
      .poll(async () => {
        await page.evaluate(openDetails)
        return csvButtons(page).count()
      }, href)
      .toBe(tables)
    for (const button of await csvButtons(page).all()) {
      const { name, lines } = await fileOf(page, () => button.click())
      expect(Object.keys(lines[0] ?? {}).length, name).toBeGreaterThan(1)
      names.push(name)
    }
  }
  expect(new Set(names).size, "file names are unique").toBe(names.length)
})

test("the free track record can be downloaded with the sealed documents", async ({ page }) => {
  await page.route("**/api/arena/snapshot*", answersJson({ ...arenaContract.example, recently_settled: [settledCall] }))
  await page.goto("/track-record")
  const button = page.getByRole("button", { name: "Download Settled calls as CSV" })
  const { lines } = await fileOf(page, () => button.click())
  const { id, commitment, nonce, record } = settledCall
  expect(lines).toMatchObject([{ id, commitment, nonce, exit_price: "96001.123456", return_pct: "-0.4267" }])
  expect(JSON.parse(lines[0]?.["record"] ?? "")).toEqual(record)
})

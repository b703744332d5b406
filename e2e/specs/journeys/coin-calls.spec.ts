import type { Page } from "@playwright/test"
import { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import { expectAccessible, expectNoOverflow } from "@/e2e/pages/accessibility"
import { tabTo } from "@/e2e/pages/tab-to"
import { callsOf } from "@/e2e/support/calls"
import { expect, test } from "@/e2e/support/fixtures"
import { abortsRequest } from "@/e2e/support/scripted-service"

const CALLS = "**/api/record/calls?*"

/** Answers requests for calls from a record that went live twelve days ago. */
async function scriptCalls(page: Page): Promise<void> {
  await page.route(CALLS, (route) => {
    const days = Number(new URL(route.request().url()).searchParams.get("days"))
    return route.fulfill({ json: callsOf(days, 12) })
  })
}

const panelOf = (page: Page, coin = "BTC") => page.getByRole("region", { name: `Past ${coin} calls` })

test("past calls are free, can be read by keyboard, and are also shown as a table", async ({ page }) => {
  await scriptCalls(page)
  await page.goto("/coins/BTC")
  const panel = panelOf(page)
  await expect(panel.getByText("24h ranges held").first()).toBeVisible()
  await tabTo(page, panel.getByRole("radio", { name: "30 days" }))
  await page.keyboard.press("ArrowLeft")
  await expect(panel.getByRole("radio", { name: "7 days" })).toBeChecked()
  const chart = panel.getByRole("application", { name: "Calls on BTC, 7 days" })
  await tabTo(page, chart)
  const announcement = chart.locator("[aria-live=polite]")
  await page.keyboard.press("End")
  await expect(announcement).toHaveText(/: sealed until it is a day old$/)
  await page.keyboard.press("Home")
  await expect(announcement).toHaveText(
    / UTC, \$[\d,]+: .+; 24h later \$[\d,]+, .+: (won|lost|took no side|lean, not scored); (in|out)side the range of /,
  )
  await page.keyboard.press("Escape")
  await panel.getByText("Data table").click()
  await panel.getByRole("button", { name: /^Show all/ }).click()
  await expect(panel.getByRole("row")).toHaveCount(callsOf(7, 12).calls.length + 1)
  await expectAccessible(page, "main")
  await expectNoOverflow(page)
})

test("the selected range keeps the focus when the service does not answer", { tag: "@phone" }, async ({ page }) => {
  await page.route(CALLS, abortsRequest)
  await page.goto("/coins/BTC")
  const panel = panelOf(page)
  await expect(panel).toHaveAttribute("data-state", "failed")
  await panel.getByRole("radio", { name: "30 days" }).focus()
  for (const days of ["7 days", "30 days"]) {
    await page.keyboard.press(days === "7 days" ? "ArrowLeft" : "ArrowRight")
    await expect(panel.getByRole("radio", { name: days })).toBeChecked()
    await expect(panel).toHaveAttribute("data-state", "failed")
    await expect(panel.getByRole("radio", { name: days })).toBeFocused()
  }
})

test("a click or a touch on the chart shows the nearest call", async ({ page }) => {
  await scriptCalls(page)
  await page.goto("/coins/BTC")
  const panel = panelOf(page)
  const over = panel.locator(".calls-over")
  await over.scrollIntoViewIfNeeded()
  const box = await over.boundingBox()
  if (box === null) throw new Error("The chart has no bounding box.")
  await over.click({ position: { x: box.width - 1, y: 10 } })
  await expect(panel.locator(".calls-note")).toHaveText(/: sealed until it is a day old$/)
  await expectNoOverflow(page)
})

test(
  "the free record does not reveal a call that is younger than a day, except its price",
  { tag: "@phone" },
  async ({ page, request }) => {
    for (const coin of ["BTC", "ETH", "SOL"]) {
      const answer = await request.get(`/api/record/calls?coin=${coin}&days=7`)
      const { calls, timestamp } = recordCallsContract.response.parse(await answer.json())
      const unrevealed = calls.filter(({ decided_at }) => Date.parse(decided_at) > Date.parse(timestamp) - 86_400_000)
      for (const { direction, degraded, range, outcome } of unrevealed) {
        expect([direction, degraded, range, outcome]).toEqual([null, null, null, null])
      }
    }
    await page.goto("/coins/ETH")
    await expect(panelOf(page, "ETH")).not.toContainText("Loading…")
    await expect(panelOf(page, "ETH")).not.toContainText("does not answer")
  },
)

import { expectScreenshot } from "@/e2e/pages/screenshot"
import { expectVisibleInForcedColors } from "@/e2e/pages/forced-colors"
import { expectLayoutAndA11y } from "@/e2e/pages/layout-and-a11y"
import { expectAriaSnapshot } from "@/e2e/pages/aria-snapshot"
import { callsOf } from "@/e2e/support/calls"
import { expect, test } from "@/e2e/support/fixtures"
import { answersJson, neverAnswers, abortsRequest } from "@/e2e/support/scripted-service"
import { seedBrowser } from "@/e2e/support/seed"
import { phone } from "@/e2e/support/viewports"

const CALLS = "**/api/record/calls*"

test.use({ locale: "en-US", timezoneId: "UTC" })

const panelStates = {
  loading: { script: neverAnswers, text: "Loading…" },
  unreachable: { script: abortsRequest, text: "The service does not answer. Retrying every minute." },
  empty: { script: answersJson({ ...callsOf(30, 0), calls: [] }), text: "No call on BTC was sealed in these 30 days." },
  hypothetical: { script: answersJson(callsOf(30, 0)), text: "No live call has settled yet" },
  "some-live": { script: answersJson(callsOf(30, 12)), text: "Replayed, hypothetical" },
  "all-live": { script: answersJson(callsOf(30, 30)), text: "each sealed before its outcome" },
} as const

for (const [state, { script, text }] of Object.entries(panelStates)) {
  const tag = state === "all-live" ? [] : "@full"
  test(`the panel of past calls is complete and accessible in the state "${state}"`, { tag }, async ({ page }) => {
    const panel = page.getByRole("region", { name: "Past BTC calls" })
    await page.route(CALLS, script)
    await seedBrowser(page)
    await page.goto("/coins/BTC")
    await expect(panel).toContainText(text)
    await expectAriaSnapshot(panel.locator(".panel-body"), `calls-${state}`)
    if (state === "all-live") await expectScreenshot(page, panel, `calls-${state}`, ["dark", "light"])
    await page.setViewportSize(phone)
    if (state === "all-live") await expectScreenshot(page, panel, `calls-${state}-phone`)
    await expectLayoutAndA11y(page, [panel], "main")
  })
}

test(
  "the chart of seven days of calls shows every glyph, also in forced colors",
  { tag: "@full" },
  async ({ page }) => {
    await page.route(CALLS, answersJson(callsOf(7, 3)))
    await seedBrowser(page)
    await page.goto("/coins/BTC")
    const panel = page.getByRole("region", { name: "Past BTC calls" })
    await expect(panel).toContainText("Replayed, hypothetical")
    await expectScreenshot(page, panel, "calls-week")
    await expectVisibleInForcedColors(page)
  },
)

import { expectScreenshot } from "@/e2e/pages/screenshot"
import { expectVisibleInForcedColors } from "@/e2e/pages/forced-colors"
import { expectLayoutAndA11y } from "@/e2e/pages/layout-and-a11y"
import { expectAriaSnapshot } from "@/e2e/pages/aria-snapshot"
import { callsOf } from "@/e2e/support/calls"
import { expect, test } from "@/e2e/support/fixtures"
import { answers, never, silent } from "@/e2e/support/scripted-service"
import { seedBrowser } from "@/e2e/support/seed"
import { phone } from "@/e2e/support/viewports"

const CALLS = "**/api/record/calls*"

test.use({ locale: "en-US", timezoneId: "UTC" })

const faces = {
  asking: { script: never, text: "Loading…" },
  silent: { script: silent, text: "The service does not answer. Retrying every minute." },
  empty: { script: answers({ ...callsOf(30, 0), calls: [] }), text: "No call on BTC was sealed in these 30 days." },
  hypothetical: { script: answers(callsOf(30, 0)), text: "No live call has settled yet" },
  young: { script: answers(callsOf(30, 12)), text: "Replayed, hypothetical" },
  grown: { script: answers(callsOf(30, 30)), text: "each sealed before its outcome" },
} as const

for (const [face, { script, text }] of Object.entries(faces)) {
  const tag = face === "grown" || face === "silent" ? [] : "@full"
  test(`the panel of past calls is complete and accessible in the state "${face}"`, { tag }, async ({ page }) => {
    const panel = page.getByRole("region", { name: "Past BTC calls" })
    await page.route(CALLS, script)
    await seedBrowser(page)
    await page.goto("/coins/BTC")
    await expect(panel).toContainText(text)
    await expectAriaSnapshot(panel.locator(".panel-body"), `calls-${face}`)
    if (face === "grown") await expectScreenshot(page, panel, `calls-${face}`, ["dark", "light"])
    await page.setViewportSize(phone)
    if (face === "grown") await expectScreenshot(page, panel, `calls-${face}-phone`)
    await expectLayoutAndA11y(page, [panel], "main")
  })
}

test(
  "the chart of seven days of calls shows every glyph, also in forced colors",
  { tag: "@full" },
  async ({ page }) => {
    await page.route(CALLS, answers(callsOf(7, 3)))
    await seedBrowser(page)
    await page.goto("/coins/BTC")
    const panel = page.getByRole("region", { name: "Past BTC calls" })
    await expect(panel).toContainText("Replayed, hypothetical")
    await expectScreenshot(page, panel, "calls-week")
    await expectVisibleInForcedColors(page)
  },
)

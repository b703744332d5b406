import { eventsContract } from "@/lib/endpoints/events/contract"
import { NOW_MS } from "@/tools/testing/client/fixtures"
import { expectAccessible, expectNoOverflow } from "@/e2e/pages/accessibility"
import { boughtPanel } from "@/e2e/support/bought-panel"
import { expect, test } from "@/e2e/support/fixtures"
import { seedBrowser } from "@/e2e/support/seed"
import { desktop, narrow } from "@/e2e/support/viewports"

// The offset is not a full hour, so the minutes also differ from UTC.
test.use({ locale: "en-US", timezoneId: "Asia/Kolkata" })

test("times are UTC by default, and a switch to local time is kept", async ({ page }) => {
  const problems: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error" && /hydrat|did not match/i.test(message.text())) problems.push(message.text())
  })
  const late = NOW_MS + 8 * 3_600_000
  const { receipt } = boughtPanel("signal")
  await seedBrowser(page, { receipts: [{ ...receipt, deliveredAtMs: late }] })
  await page.goto("/receipts")
  const summary = page.locator("details.receipt summary").first()
  await expect(summary).toContainText("2026-11-20 20:00 UTC")
  await page.keyboard.press("u")
  await expect(summary).toContainText("2026-11-21 01:30 GMT+5:30")
  await page.reload()
  await expect(summary).toContainText("2026-11-21 01:30 GMT+5:30")
  await page.keyboard.press("u")
  await expect(summary).toContainText("2026-11-20 20:00 UTC")
  expect(problems).toEqual([])
})

test("the time switch is in the header, or in the menu on a narrow screen", { tag: "@full" }, async ({ page }) => {
  await page.goto("/")
  const [toLocal, toUtc] = ["Times: UTC. Switch to local", "Times: local. Switch to UTC"]
  const header = page.getByRole("banner")
  await page.setViewportSize(desktop)
  await header.getByRole("button", { name: toLocal }).click()
  await expect(header.getByRole("button", { name: toUtc })).toBeFocused()
  await expectAccessible(page, "header")
  await page.setViewportSize(narrow)
  await expectNoOverflow(page)
  await expect(header.getByRole("button", { name: toUtc })).toBeHidden()
  await page.getByRole("button", { name: "Menu" }).click()
  const menu = page.getByRole("dialog", { name: "All screens" })
  await menu.getByRole("button", { name: toUtc }).click()
  await expect(menu.getByRole("button", { name: toLocal })).toBeFocused()
  await expectAccessible(page, "dialog[open]")
})

test("a scheduled event is listed under its day in New York, with its local time", async ({ page }) => {
  const [entry] = eventsContract.example.upcoming_7d
  if (!entry) throw new Error("The example has an event.")
  const event = { ...entry, date: "2026-12-09", at: "2026-12-09T19:00:00.000Z" }
  await seedBrowser(page, {
    receipts: [boughtPanel("events", { ...eventsContract.example, upcoming_7d: [event] }).receipt],
  })
  await page.goto("/events")
  const time = page.locator(".calendar-time time")
  await expect(time).toHaveText("19:00 UTC")
  await page.keyboard.press("u")
  await expect(time).toHaveText("12-10 00:30 GMT+5:30")
  await expect(page.getByRole("heading", { name: "Wednesday, December 9" })).toBeVisible()
})

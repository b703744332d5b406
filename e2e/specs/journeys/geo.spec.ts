import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { boughtPanel } from "@/e2e/support/bought-panel"
import { expect, test } from "@/e2e/support/fixtures"
import { panelOf } from "@/e2e/pages/panel"
import { seedBrowser } from "@/e2e/support/seed"

test("the alert stays in view beside a long event list on a wide screen and scrolls away on a narrow screen", async ({
  page,
  viewport,
}) => {
  const [event] = geoEventsContract.example.events
  if (!event) throw new Error("The example has an event.")
  const events = Array.from({ length: 12 }, (_, index) => ({ ...event, id: `${event.id}${index}` }))
  const [alert, list] = [boughtPanel("geo_alert"), boughtPanel("geo_events", { ...geoEventsContract.example, events })]
  await seedBrowser(page, { receipts: [alert.receipt, list.receipt] })
  await page.goto("/geo")
  await expect(panelOf(page, list.title).region.locator(".geo-event")).toHaveCount(12)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  const { region } = panelOf(page, alert.title)
  if ((viewport?.width ?? 0) < 1280) return expect(region).not.toBeInViewport()
  await expect(region.getByRole("heading", { level: 3 })).toBeInViewport()
})

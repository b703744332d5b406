import { expect, test } from "@/e2e/support/fixtures"

test("without a stream, the market strip reports the interruption and polls", async ({ page }) => {
  await page.route("**/api/stream*", (route) => route.abort())
  const polled = page.waitForResponse("**/api/market/prices")
  await page.goto("/")
  await polled
  const strip = page.getByRole("region", { name: "Market prices, free" })
  await expect(strip).toContainText("live updates interrupted")
  await expect(strip).toContainText("next 4h close")
})

test("a page opens one stream and does not report an interruption", async ({ page }) => {
  let opened = 0
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/stream") opened += 1
  })
  await page.goto("/")
  await expect.poll(() => opened).toBe(1)
  await expect(page.getByRole("region", { name: "Market prices, free" })).not.toContainText("interrupted")
})

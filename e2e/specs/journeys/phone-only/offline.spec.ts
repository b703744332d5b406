import { panelOf } from "@/e2e/pages/panel"
import { connectDemoWallet } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"

test.use({ serviceWorkers: "allow" })

test("bought answers and receipts open offline, and pages that were not opened show the receipts", async ({
  page,
  context,
}) => {
  await page.goto("/")
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  // From now on the service worker caches what the page loads.
  await page.reload()
  await connectDemoWallet(page)
  const signal = panelOf(page, "BTC signal")
  await signal.view.click()
  await expect(signal.verdict).toBeVisible()
  await page.goto("/receipts")
  await expect(page.getByText("BTC signal").first()).toBeVisible()

  await context.setOffline(true)
  await page.goto("/")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(signal.verdict, "the bought answer is stored in this browser").toBeVisible()
  await page.goto("/receipts")
  await expect(page.getByText("BTC signal").first()).toBeVisible()
  await page.goto("/methodology")
  await expect(page.getByRole("heading", { level: 1 }), "the page is not cached").toHaveText("Receipts")
  await expect(page.getByRole("complementary", { name: "Network" })).toContainText(
    "have not opened before show your receipts",
  )
  await context.setOffline(false)
  await expect(page.getByRole("complementary", { name: "Network" })).toBeHidden()
})

test("the overview is cached on the first visit and opens offline", async ({ page, context }) => {
  await page.goto("/")
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const kept = await page.evaluate(async () => {
    const response = await caches.match("/")
    return { type: response?.headers.get("content-type"), text: await response?.text() }
  })
  expect(kept.type).toMatch(/^text\/html/)
  expect(kept.text).toContain("/_next/static/")
  await context.setOffline(true)
  await page.goto("/")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await context.setOffline(false)
})

test("the service worker does not cache API answers", async ({ page, origin }) => {
  await page.goto("/")
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    await fetch("/api/health")
  })
  const kept = await page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => url)
  })
  expect(kept).toContain(`${origin}/receipts`)
  expect(kept.filter((url) => new URL(url).pathname.startsWith("/api"))).toEqual([])
})

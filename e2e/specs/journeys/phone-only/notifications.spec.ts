import type { Page } from "@playwright/test"
import { z } from "zod"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { NOW_MS, receiptAt } from "@/tools/testing/client/fixtures"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { expectAccessible } from "@/e2e/pages/accessibility"
import { panelOf } from "@/e2e/pages/panel"
import { expect, test } from "@/e2e/support/fixtures"
import { scriptVersions } from "@/e2e/support/scripted-service"

const [owned, newer] = ["aa".repeat(32), "bb".repeat(32)]
const receipt = receiptAt(NOW_MS - 60_000, { body: signalContract.example, commitment: owned.slice(0, 16) })

/** Replaces `Notification`: the permission prompt gets the given answer, and notifications are recorded instead of shown. */
async function fakeNotifications(
  page: Page,
  answer: "granted" | "denied" | "unsupported",
  kept: readonly Receipt[] = [receipt],
): Promise<void> {
  await page.clock.install({ time: NOW_MS })
  await page.addInitScript(
    ({ answer, receipts }) => {
      localStorage.setItem("signal402.receipts.1", receipts)
      // The test advances the clock by minutes, so every request would time out.
      AbortSignal.timeout = () => new AbortController().signal
      if (answer === "unsupported") {
        Reflect.deleteProperty(window, "Notification")
        return
      }
      const shown: string[] = []
      class FakeNotification extends EventTarget {
        static permission = localStorage.getItem("staged") ?? "default"
        static async requestPermission() {
          localStorage.setItem("staged", answer)
          return (FakeNotification.permission = answer)
        }
        constructor(title: string) {
          super()
          shown.push(title)
        }
      }
      Object.assign(window, { Notification: FakeNotification, shown })
    },
    { answer, receipts: JSON.stringify(kept) },
  )
}

/** Titles of the recorded notifications. */
async function notificationTitles(page: Page): Promise<readonly string[]> {
  return z.array(z.string()).parse(await page.evaluate(() => Reflect.get(window, "shown")))
}

async function openReceipt(page: Page) {
  await page.goto("/receipts")
  await page.locator("details.receipt > summary").click()
  return page.getByRole("button", { name: "Notify me when BTC signal changes" })
}

/** Advances the clock to the next poll, because an answer may have arrived after the last advance. */
async function titlesAfterNextPoll(page: Page) {
  await page.clock.runFor(60_000)
  return notificationTitles(page)
}

test("a subscriber with two tabs gets one notification when a bought version changes, without a payment", async ({
  page,
  context,
}) => {
  await fakeNotifications(page, "granted")
  await scriptVersions(page, owned)
  const paid: string[] = []
  context.on("request", (request) => {
    if ("payment-signature" in request.headers()) paid.push(request.url())
  })
  const notify = await openReceipt(page)
  await notify.click()
  await expect(notify).toHaveAttribute("aria-pressed", "true")
  await expect(page.getByText(/^At most one notification every 30 minutes/)).toBeVisible()
  await expectAccessible(page, "main")

  const other = await context.newPage()
  await fakeNotifications(other, "granted")
  await scriptVersions(other, newer)
  await other.goto("/receipts")
  await page.clock.runFor(120_000)
  expect(await notificationTitles(page), "the version has not changed").toEqual([])

  await page.unroute("**/api/versions")
  await scriptVersions(page, newer)
  await expect.poll(() => titlesAfterNextPoll(page)).toEqual(["BTC signal has changed"])
  await page.clock.runFor(180_000)
  expect([...(await notificationTitles(page)), ...(await notificationTitles(other))]).toEqual([
    "BTC signal has changed",
  ])
  expect(paid).toEqual([])

  await page.reload()
  const again = await openReceipt(page)
  await expect(again, "the subscription is kept after a reload").toHaveAttribute("aria-pressed", "true")
  await again.click()
  await expect(again).toHaveAttribute("aria-pressed", "false")
})

test(
  "a subscriber of a panel without data gets one notification when the panel is back on sale",
  { tag: "@full" },
  async ({ page }) => {
    await fakeNotifications(page, "granted", [])
    await scriptVersions(page, owned, "unavailable")
    await page.goto("/")
    const signal = panelOf(page, "BTC signal")
    const notify = signal.button("Notify me when BTC signal is back")
    await notify.click()
    await expect(notify).toHaveAttribute("aria-pressed", "true")
    await expect(signal.region.getByText(/^You get one notification, while a page of this site is open/)).toBeVisible()
    await expectAccessible(page, "main")
    await page.clock.runFor(120_000)
    expect(await notificationTitles(page), "the panel is still without data").toEqual([])

    await page.unroute("**/api/versions")
    await scriptVersions(page, owned)
    await expect.poll(() => titlesAfterNextPoll(page)).toEqual(["BTC signal is back"])
    await expect(signal.view).toBeVisible()
    await expect(notify).toHaveCount(0)
    await page.clock.runFor(180_000)
    expect(await notificationTitles(page)).toEqual(["BTC signal is back"])
  },
)

test(
  "when the browser blocks notifications, the page reports this and does not subscribe",
  { tag: "@full" },
  async ({ page }) => {
    await fakeNotifications(page, "denied")
    await scriptVersions(page, owned)
    const notify = await openReceipt(page)
    await notify.click()
    await expect(page.getByText("Your browser blocks notifications from this site.")).toBeVisible()
    await expect(notify).toHaveAttribute("aria-pressed", "false")
  },
)

test("a browser without notifications gets a note instead of the button", { tag: "@full" }, async ({ page }) => {
  await fakeNotifications(page, "unsupported")
  await scriptVersions(page, owned)
  const notify = await openReceipt(page)
  await expect(page.getByText("This browser does not support notifications for new versions.")).toBeVisible()
  await expect(notify).toHaveCount(0)
})

import { createPacking } from "@/lib/client/browser/packed-entry"
import { createECDH, randomBytes } from "node:crypto"
import type { Locator, Page } from "@playwright/test"
import { z } from "zod"
import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import { webhookSignature } from "@/lib/outbound/webhook"
import { newPayer } from "@/tools/testing/payments/x402-payer"
import { expectAccessible, expectNoOverflow } from "@/e2e/pages/accessibility"
import { expectCompleteLayout } from "@/e2e/pages/layout-and-a11y"
import { connectWallet } from "@/e2e/pages/wallet"
import { expect, test } from "@/e2e/support/fixtures"
import { injectWallet, WALLET_NAME } from "@/e2e/support/injected-wallet"
import { createWebhookReceiver, sandboxWebhook } from "@/e2e/support/webhook-receiver"

const { unpack } = createPacking([])

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Set an alert" })

async function openDialogByKeyboard(page: Page) {
  // The button loads with the coin page's chart. The shortcuts load last.
  await expect(page.getByRole("button", { name: "Set an alert" })).toBeVisible()
  await page.keyboard.press("a")
  const dialog = dialogOf(page)
  await expect(dialog.getByRole("button", { name: /^Continue/ })).toBeVisible()
  return dialog
}

async function btcPrice(page: Page): Promise<number> {
  const response = await page.request.get("/api/market/prices")
  const { coins } = z
    .object({ coins: z.array(z.object({ coin: z.string(), price: z.number() })) })
    .parse(await response.json())
  return coins.find(({ coin }) => coin === "BTC")?.price ?? Number.NaN
}

/** Narrow ranges around the price. The price leaves one of the ranges soon after the watch starts. */
async function fillEndedRanges(page: Page, dialog: Locator) {
  const price = await btcPrice(page)
  for (const [index, share] of [0.00005, 0.0002, 0.0008].entries()) {
    if (index > 0) await dialog.getByRole("button", { name: "Add a condition" }).click()
    const condition = dialog.getByRole("group", { name: `Condition ${index + 1}` })
    await condition.getByLabel("Condition", { exact: true }).selectOption({ label: "Price leaves a range" })
    await condition.getByLabel("From $").fill((price * (1 - share)).toFixed(2))
    await condition.getByLabel("To $").fill((price * (1 + share)).toFixed(2))
  }
}

test(
  "a signed webhook alert reaches a receiver that failed before, and the buyer ends the watch",
  { tag: "@full" },
  async ({ page, origin }) => {
    test.setTimeout(300_000)
    const url = sandboxWebhook(0)
    const receiver = createWebhookReceiver(url)
    await receiver.start()
    const wallet = await injectWallet(page, await newPayer(origin))
    await page.goto("/coins/BTC")
    await connectWallet(page, WALLET_NAME)
    await page.getByRole("button", { name: "Set an alert" }).click()
    const dialog = dialogOf(page)
    await fillEndedRanges(page, dialog)
    await dialog.getByText("Webhook", { exact: true }).click()
    await dialog.getByLabel("Webhook URL").fill(url)
    await dialog.getByRole("button", { name: "Continue · $0.05" }).click()
    await expect(dialog.getByRole("heading", { name: "Check and pay" })).toBeFocused()
    await expectAccessible(page, "dialog[open]")
    await dialog.getByRole("button", { name: "Set alert for $0.05" }).click()
    await expect(dialog.getByText("Alert set for $0.05.")).toBeVisible()
    await expectAccessible(page, "dialog[open]")
    const receipts = await page.evaluate(() => localStorage.getItem("signal402.receipts.1"))
    const [{ body: bought }] = z.tuple([z.object({ body: alertWatchContract.response })]).parse(
      z
        .array(z.unknown())
        .parse(JSON.parse(receipts ?? ""))
        .map(unpack),
    )

    await dialog.getByText("Your alerts").click()
    await dialog.getByRole("button", { name: "Show state" }).click()
    await expect(dialog.getByText(/^Active · until/)).toBeVisible()
    try {
      await expect.poll(() => receiver.received.length, { timeout: 120_000 }).toBeGreaterThan(0)
      await page.keyboard.press("Escape")
      await openDialogByKeyboard(page)
      await dialog.getByText("Your alerts").click()
      await dialog.getByRole("button", { name: "Show state" }).click()
      await dialog.getByText(/^Deliveries: /).click()
      await expect(dialog.getByText(/waiting, \d attempt/).first()).toBeVisible()
      receiver.accept()
      // The pause before the next attempt is about as long as the time since the first attempt.
      await expect.poll(() => receiver.accepted.length, { timeout: 120_000 }).toBeGreaterThan(0)
    } finally {
      await receiver.stop()
    }
    const [first] = receiver.accepted
    if (first === undefined) throw new Error("The receiver got no webhook.")
    const nowMs = Number(/^t=(\d+),/.exec(first.signature)?.[1]) * 1_000
    expect(first.signature).toBe(webhookSignature({ id: first.id, body: first.body, secret: bought.secret, nowMs }))
    expect(JSON.parse(first.body)).toMatchObject({ id: first.id, watch: bought.watch })

    await dialog.getByRole("button", { name: "End", exact: true }).click()
    await dialog.getByRole("button", { name: "Sign to end" }).click()
    await expect(dialog.getByText(/^Ended · until/)).toBeVisible()
    await expect(dialog.getByText(/delivered 20/).first()).toBeAttached()
    expect(wallet.prompts.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(1)
  },
)

test(
  "a Telegram alert is bought, and the sandbox shows the recorded message",
  { tag: "@full" },
  async ({ page, origin }) => {
    test.setTimeout(180_000)
    const wallet = await injectWallet(page, await newPayer(origin))
    await page.goto("/coins/BTC")
    await connectWallet(page, WALLET_NAME)
    const dialog = await openDialogByKeyboard(page)
    await fillEndedRanges(page, dialog)
    await dialog.getByText("Telegram", { exact: true }).click()
    await dialog.getByRole("button", { name: /^Continue/ }).click()
    await expect(dialog.getByText("Telegram", { exact: true })).toBeVisible()
    await dialog.getByRole("button", { name: "Set alert for $0.05" }).click()
    await expect(dialog.getByText("Alert set for $0.05.")).toBeVisible()
    expect(wallet.prompts.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(1)
    await dialog.getByRole("button", { name: "Press Start in the sandbox’s Telegram" }).click()
    await expect(dialog.getByText("Sent. The chat is connected within ten seconds.")).toBeVisible()
    await expectAccessible(page, "dialog[open]")

    const href = await dialog.getByRole("link", { name: "See what it would send" }).getAttribute("href")
    const recorded = async () => {
      const { messages } = z
        .object({ messages: z.array(z.object({ channel: z.string(), request: z.string(), body: z.unknown() })) })
        .parse(await (await page.request.get(href ?? "")).json())
      return messages.filter(({ channel }) => channel === "telegram")
    }
    const texts = async () => (await recorded()).map(({ body }) => z.object({ text: z.string() }).parse(body).text)
    await expect
      .poll(texts, { timeout: 120_000 })
      .toContainEqual(expect.stringMatching(/^BTC has left \$[^]*\/coins\/BTC$/))
    expect(await texts()).toContainEqual(expect.stringMatching(/^This chat gets the alerts of Signal402/))
    expect((await recorded()).at(-1)).toMatchObject({
      request: "POST https://api.telegram.org/bot<token>/sendMessage",
      body: { chat_id: "42" },
    })
    await page.keyboard.press("Escape")
    const reopened = await openDialogByKeyboard(page)
    await reopened.getByText("Your alerts").click()
    await reopened.getByRole("button", { name: "Show state" }).click()
    await reopened.getByText(/^Deliveries: /).click()
    await expect(reopened.getByText(/delivered 20/).first()).toBeVisible()
  },
)

test("the alert dialog is complete at 360 px, names invalid fields, and Escape returns the focus", async ({ page }) => {
  await page.goto("/coins/ETH")
  const button = page.getByRole("button", { name: "Set an alert" })
  await button.focus()
  const dialog = await openDialogByKeyboard(page)
  await expect(dialog.getByLabel("Coin")).toHaveValue("ETH")
  for (const label of ["Price leaves a range", "Answer back on sale", "Market regime changes", "Price below"]) {
    await dialog.getByLabel("Condition", { exact: true }).selectOption({ label })
    await expectCompleteLayout(dialog)
  }
  await dialog.getByText("Webhook", { exact: true }).click()
  await dialog.getByRole("button", { name: /^Continue/ }).click()
  await expect(dialog.getByText("Enter a price in dollars, such as 105000.")).toBeVisible()
  await dialog.getByLabel("Price in $").fill("1000")
  await dialog.getByRole("button", { name: /^Continue/ }).click()
  await dialog.getByRole("button", { name: "Yes, ETH below $1,000" }).click()
  await dialog.getByRole("button", { name: /^Continue/ }).click()
  await expect(dialog.getByText("Enter a URL that begins with https://.")).toBeVisible()
  await dialog.getByText("Your alerts").click()
  await expectCompleteLayout(dialog)
  await expectAccessible(page, "dialog[open]")
  await page.emulateMedia({ colorScheme: "light" })
  await expectAccessible(page, "dialog[open]")
  await expectNoOverflow(page)
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
})

test("a decimal comma is read as one, a number with two readings is asked back, and a level far away is confirmed", async ({
  page,
}) => {
  await page.goto("/coins/SOL")
  await expect(page.getByRole("button", { name: "Set an alert" })).toBeVisible()
  await page.keyboard.press("a")
  const dialog = dialogOf(page)
  const level = dialog.getByLabel("Price in $")
  const next = dialog.getByRole("button", { name: /^Continue/ })
  await dialog.getByText("Webhook", { exact: true }).click()
  await dialog.getByLabel("Webhook URL").fill("https://hooks.example.com/hook")
  await level.fill("178,5")
  await expect(dialog.getByText("Read as $178.5", { exact: true })).toBeVisible()
  await next.click()
  await expect(dialog.getByText("SOL above $178.5", { exact: true })).toBeVisible()
  await dialog.getByRole("button", { name: "Back" }).click()
  await level.fill("178.500")
  await next.click()
  await expect(dialog.getByText("Choose which number you mean.")).toBeVisible()
  await expectCompleteLayout(dialog)
  await dialog.getByRole("button", { name: "$178,500" }).click()
  await expect(level).toHaveValue("178500")
  await expect(dialog.getByText(/^SOL is at \$.*: \$178,500 is .*% above it\. Is it right\?$/)).toBeVisible()
  await expectCompleteLayout(dialog)
  await level.fill("1.234,567.8")
  await expect(dialog.getByText("Enter a price in dollars, such as 105000.")).toBeVisible()
})

test("a declined signature and a receiver that does not consent are not charged", async ({ page, origin }) => {
  const wallet = await injectWallet(page, await newPayer(origin))
  await page.goto("/coins/BTC")
  const dialog = await openDialogByKeyboard(page)
  await dialog.getByLabel("Price in $").fill("1")
  await dialog.getByText("Webhook", { exact: true }).click()
  await dialog.getByLabel("Webhook URL").fill("https://hooks.example.com:8443/hook")
  await dialog.getByRole("button", { name: /^Continue/ }).click()
  await dialog.getByRole("button", { name: "Yes, BTC above $1" }).click()
  await dialog.getByRole("button", { name: /^Continue/ }).click()
  await expect(dialog.getByText("The webhook URL must use the default port.")).toBeVisible()
  await dialog.getByLabel("Webhook URL").fill("https://hooks.example.com/hook")
  await dialog.getByRole("button", { name: /^Continue/ }).click()
  await expect(dialog.getByText(/^BTC is already above \$1 /)).toBeVisible()
  await dialog.getByRole("button", { name: "Connect a wallet" }).click()
  await page.getByRole("dialog", { name: "Connect a wallet" }).getByRole("button", { name: WALLET_NAME }).click()
  await expect(dialog.getByRole("heading", { name: "Check and pay" })).toBeFocused()
  const set = dialog.getByRole("button", { name: "Set alert for $0.05" })
  await expect(set).toHaveAttribute("aria-disabled", "false")
  wallet.rejects = true
  await set.click()
  await expect(dialog.getByText("You declined. Nothing was charged.")).toBeVisible()
  wallet.rejects = false
  await set.click()
  await expect(dialog.getByText(/nothing was charged/)).toContainText("must answer the challenge")
})

// Headless Chromium does not show notifications.
test.describe("push", { tag: "@full" }, () => {
  test.use({ serviceWorkers: "allow", permissions: ["notifications"] })

  test("a push alert subscribes this browser, and a push message shows a notification", async ({ page, origin }) => {
    const pair = createECDH("prime256v1")
    const keys = { p256dh: pair.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") }
    // The push service is replaced, because the tests have no internet access.
    await page.addInitScript((keys) => {
      const endpoint = "https://updates.push.services.mozilla.com/wpush/v2/subscription"
      PushManager.prototype.subscribe = (options) => {
        Reflect.set(window, "pushOptions", options)
        const subscription: PushSubscription = Object.create(PushSubscription.prototype)
        return Promise.resolve(Object.assign(subscription, { toJSON: () => ({ endpoint, keys }) }))
      }
    }, keys)
    await injectWallet(page, await newPayer(origin))
    await page.goto("/coins/BTC")
    await connectWallet(page, WALLET_NAME)
    const dialog = await openDialogByKeyboard(page)
    await dialog.getByLabel("Condition", { exact: true }).selectOption({ label: "Direction changes" })
    expect(await page.evaluate(() => Reflect.get(window, "pushOptions"))).toBeUndefined()
    await dialog.getByRole("button", { name: /^Continue/ }).click()
    await expect(dialog.getByText("Push in one browser")).toBeVisible()
    await dialog.getByRole("button", { name: "Set alert for $0.05" }).click()
    await expect(dialog.getByText("Alert set for $0.05.")).toBeVisible()

    const session = await page.context().newCDPSession(page)
    const registrationId = new Promise<string>((resolve) => {
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId)
      })
    })
    await session.send("ServiceWorker.enable")
    const send = async (data: string) =>
      session.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await registrationId, data })
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        const all = await registration.getNotifications()
        return all.map(({ title, body, data }) => ({ title, body, data: data as unknown }))
      })
    // A push message to a service worker that is not active yet is lost.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await send(JSON.stringify({ id: "a1", title: "BTC is above $120,000", body: "2026-11-26", href: "/coins/BTC" }))
    await expect
      .poll(shown)
      .toEqual([{ title: "BTC is above $120,000", body: "2026-11-26", data: { href: "/coins/BTC" } }])
  })
})

import { expect, test } from "vitest"
import { createTabLock } from "@/lib/client/browser/tab-lock"
import { memoryStorage, NONCE, NOW_MS, product as btc } from "@/tools/testing/client/fixtures"
import {
  deliveredAnswer,
  createPanelHarness,
  lostAnswer,
  problemAnswer,
  settledResponse,
} from "@/tools/testing/client/panel-harness"
import { createWebLocks } from "@/tools/testing/client/web-locks"
import { createBriefPayments } from "./brief-payments"
import { type Product, productOfAttempt } from "./product"

const eth = { id: "signal:ETH", title: "ETH signal", path: "/api/signal/ETH" }
const brief: Product = {
  id: "brief:signal/BTC,signal/ETH",
  title: "Brief: 2 answers",
  path: "/api/brief?items=signal%2FBTC%2Csignal%2FETH",
  price: "100000",
  staleAfterMs: 0,
  parts: [{ id: btc.id, title: btc.title, path: btc.path }, eth],
}
const part = (item: string) => ({ item, price_usdc: "0.05", version: 1, commitment: "ab", answer: { item } })
const deliver = () =>
  Response.json(
    { answers: [part("signal/BTC"), part("signal/ETH")] },
    { headers: { "payment-response": settledResponse } },
  )

const OTHER_NONCE = `0x${"0b".repeat(32)}` as const
type Replies = NonNullable<Parameters<typeof createPanelHarness>[0]>

/** A brief and one of its panels, on one page. */
function createPage(briefReplies: Replies, storage = memoryStorage(), panelReplies: Replies = []) {
  const tabLock = createTabLock(createWebLocks())
  const bundleHarness = createPanelHarness(briefReplies, storage, { product: brief, tabLock })
  const own = createPanelHarness(panelReplies, storage, { tabLock, firstNonce: OTHER_NONCE })
  const payments = createBriefPayments()
  payments.follow(bundleHarness.controller, brief.parts ?? [])
  return { bundleHarness, own, panel: payments.panelOf(btc.id, own.controller) }
}

test("one signature stores a receipt for each panel, and the daily limit counts the payment once", async () => {
  const { bundleHarness } = createPage([deliver])
  await bundleHarness.controller.requote()
  await bundleHarness.controller.pay(bundleHarness.payer)
  expect(bundleHarness.signed).toHaveLength(1)
  expect(bundleHarness.attempts.get()).toEqual([])
  expect(bundleHarness.receipts.get().map(({ id, productId, amount }) => [id, productId, amount])).toEqual([
    [`${NONCE}/signal/BTC`, "signal:BTC", "50000"],
    [`${NONCE}/signal/ETH`, "signal:ETH", "50000"],
  ])
  expect(bundleHarness.spendLimiter.spendingAt(NOW_MS)).toMatchObject({ spent: 100_000n, reserved: 0n })
})

test("a brief that is resumed after a reload is split equally", async () => {
  const storage = memoryStorage()
  const before = createPage([lostAnswer], storage).bundleHarness
  await before.controller.requote()
  await before.controller.pay(before.payer)
  const [attempt] = before.attempts.get()
  if (!attempt) throw new Error("The payment is not stored.")
  const after = createPanelHarness([deliver], storage, { product: productOfAttempt(attempt) })
  await after.controller.resume()
  expect(after.paid).toEqual(before.paid)
  expect(after.signed).toEqual([])
  expect(after.receipts.get().map(({ productId, body }) => [productId, body])).toEqual([
    ["signal:BTC", { item: "signal/BTC" }],
    ["signal:ETH", { item: "signal/ETH" }],
  ])
})

test("while a brief is being paid, its panels show that payment and do not buy", async () => {
  const { bundleHarness, own, panel } = createPage([lostAnswer, deliver])
  const seen: unknown[] = []
  panel.subscribe(() => seen.push(panel.get().purchase))
  await Promise.all([bundleHarness.controller.requote(), panel.requote()])
  await bundleHarness.controller.pay(bundleHarness.payer)
  expect(seen).toContainEqual({ kind: "signing", attemptId: NONCE, amount: "100000" })
  expect(panel.get()).toMatchObject({ purchase: { kind: "unknown" }, shownPrice: "50000" })
  await panel.pay(own.payer)
  expect(own.signed).toEqual([])
  await panel.resume()
  expect(bundleHarness.paid).toHaveLength(2)
  expect(panel.get().purchase.kind).toBe("idle")
})

test("a failed brief is not charged, and its panels can be bought", async () => {
  const { bundleHarness, own, panel } = createPage([problemAnswer("no")], memoryStorage(), [deliveredAnswer])
  await Promise.all([bundleHarness.controller.requote(), panel.requote()])
  await bundleHarness.controller.pay(bundleHarness.payer)
  expect([bundleHarness.controller.get().purchase.kind, panel.get().purchase.kind]).toEqual(["failed", "idle"])
  await panel.pay(own.payer)
  expect(panel.get().purchase.kind).toBe("delivered")
})

test("a panel that another tab buys during the wallet prompt is not paid by the brief, and vice versa", async () => {
  const tabLock = createTabLock(createWebLocks())
  for (const isBriefFirst of [true, false]) {
    const storage = memoryStorage()
    const all = createPanelHarness([deliver], storage, { product: brief, tabLock })
    const one = createPanelHarness([deliveredAnswer], storage, { tabLock, firstNonce: OTHER_NONCE })
    const [first, second] = isBriefFirst ? [all, one] : [one, all]
    await Promise.all([first.controller.requote(), second.controller.requote()])
    let sign = () => {}
    const asked = new Promise<void>((resolve) => (sign = resolve))
    const paying = second.controller.pay({
      ...second.payer,
      sign: (data) => asked.then(() => second.payer.sign(data)),
    })
    first.advance(1_000)
    await first.controller.pay(first.payer)
    sign()
    await paying
    expect(second.controller.get().purchase).toEqual({ kind: "overtaken", delivered: true })
    expect([first.paid.length, second.paid.length]).toEqual([1, 0])
  }
})

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { createStore } from "@/lib/client/browser/external-store"
import { createPersistentList } from "@/lib/client/browser/persistent-list"
import { createTabLock, type TabLock } from "@/lib/client/browser/tab-lock"
import {
  attemptAt,
  memoryStorage,
  NONCE,
  NOW_MS,
  PAYER,
  product,
  receiptAt,
  SIGNATURE,
  terms,
} from "@/tools/testing/client/fixtures"
import { createWebLocks } from "@/tools/testing/client/web-locks"
import {
  deliveredAnswer,
  lostAnswer,
  problemAnswer,
  settledResponse,
  createPanelHarness,
} from "@/tools/testing/client/panel-harness"
import { createBudgetStore } from "@/lib/client/budget/budget-store"
import { createSessions } from "@/lib/client/sessions/sessions"
import { createSpendLimiter } from "@/lib/client/budget/spend-limiter"
import { PaymentTrace } from "@/lib/client/stage/payment-trace"
import { createTraceLog } from "@/lib/client/stage/trace-log"
import { Attempt } from "@/lib/client/purchase/attempt"
import { Receipt } from "@/lib/client/purchase/receipt"
import { decodeHeader } from "@/lib/client/purchase/header"
import { PaymentPayload } from "@/lib/client/purchase/wire"
import { createPanelController } from "./controller"
import type { Payer } from "./panel-parts"

const OVER_LIMIT = "Today's limit no longer allows it."
const SIGNED_TOO_LATE = "The signature came after the price had expired. View again for a new one."
const CANNOT_STORE = "This browser cannot store the payment. Allow this site to store data."

describe("buying", () => {
  test("one click makes one signature and one request, and stores the answer with its receipt", async () => {
    const { controller, payer, paid, signed, attempts, receipts } = createPanelHarness([deliveredAnswer])
    await controller.requote()
    await controller.pay(payer)
    expect(controller.get().purchase).toEqual({ kind: "delivered", receiptId: NONCE })
    expect([paid.length, signed.length, attempts.get().length]).toEqual([1, 1, 0])
    expect(receipts.get()).toMatchObject([
      { id: NONCE, amount: "50000", transaction: "0xfeed", payer: PAYER, body: { price: 1 } },
    ])
    expect(PaymentPayload.parse(decodeHeader(paid[0] ?? ""))).toMatchObject({
      x402Version: 2,
      accepted: { amount: "50000", payTo: terms.payTo },
      payload: { signature: SIGNATURE, authorization: { value: "50000", nonce: NONCE } },
      extensions: { "payment-identifier": { info: { required: false, id: `pay_${NONCE.slice(2)}` } } },
    })
  })

  test("the wallet is called in the same task as the click", async () => {
    const { controller, payer, signed } = createPanelHarness([deliveredAnswer])
    await controller.requote()
    const paying = controller.pay(payer)
    expect(signed.length, "before anything was awaited").toBe(1)
    await paying
  })

  test("nothing is signed before the price is known", async () => {
    const { controller, payer, signed } = createPanelHarness()
    await controller.pay(payer)
    expect(signed).toEqual([])
  })

  test("a double click signs once", async () => {
    const { controller, payer, signed, paid } = createPanelHarness([deliveredAnswer])
    await controller.requote()
    await Promise.all([controller.pay(payer), controller.pay(payer)])
    expect([signed.length, paid.length]).toEqual([1, 1])
  })

  test("a declined signature sends nothing and reserves nothing", async () => {
    const { controller, paid, attempts } = createPanelHarness()
    await controller.requote()
    const declined = Object.assign(new Error("User rejected the request."), { code: 4001 })
    await controller.pay({ address: PAYER, sign: () => Promise.reject(declined) })
    expect(controller.get().purchase.kind).toBe("rejected")
    expect([paid.length, attempts.get().length]).toEqual([0, 0])
  })

  test("a wallet that throws is reported, and the reservation is released", async () => {
    const { controller, spendLimiter, traces } = createPanelHarness()
    await controller.requote()
    await controller.pay({
      address: PAYER,
      sign() {
        throw new Error("Wallet is locked")
      },
    })
    expect(controller.get().purchase).toEqual({
      kind: "wallet-failed",
      message: expect.stringMatching(/Unlock it/),
      details: "Wallet is locked",
    })
    expect(spendLimiter.spendingAt(NOW_MS)).toEqual({ spent: 0n, reserved: 0n })
    expect(traces.get()).toMatchObject([{ outcome: "wallet-failed", reason: "Wallet is locked" }])
  })

  test("without storage nothing is paid and the wallet is not called", async () => {
    const storage = memoryStorage()
    const { controller, payer, paid, signed, spendLimiter, traces } = createPanelHarness([deliveredAnswer], storage)
    await controller.requote()
    storage.limit = 0
    await controller.pay(payer)
    expect(controller.get().purchase.kind).toBe("unsent")
    expect([paid, signed, traces.get()]).toEqual([[], [], []])
    expect(spendLimiter.spendingAt(NOW_MS)).toEqual({ spent: 0n, reserved: 0n })
  })

  test("a payment that cannot be stored is not sent and is reported as unsent", async () => {
    const storage = memoryStorage()
    const { controller, payer, paid, traces } = createPanelHarness([deliveredAnswer], storage)
    await controller.requote()
    storage.refuses.add("e")
    storage.limit = 500
    await controller.pay(payer)
    expect(controller.get().purchase).toMatchObject({ kind: "unsent", message: CANNOT_STORE })
    expect(paid).toEqual([])
    expect(traces.get()).toMatchObject([{ outcome: "unsent", reason: CANNOT_STORE, sends: [] }])
  })
})

describe("one payment per purchase", () => {
  test.each([
    ["the connection breaks", lostAnswer],
    ["the settlement is pending", problemAnswer("unknown")],
    ["a proxy answers", () => new Response("Bad gateway", { status: 502 })],
    ["the answer is cut off", () => new Response("{", { status: 200 })],
  ] as const)("when %s, resuming presents the same payment without the wallet", async (_, first) => {
    const { controller, payer, paid, signed, attempts, receipts } = createPanelHarness([first, deliveredAnswer])
    await controller.requote()
    await controller.pay(payer)
    expect(controller.get().purchase.kind).toBe("unknown")
    expect(attempts.get()).toHaveLength(1)
    await controller.pay(payer)
    await controller.resume()
    expect(controller.get().purchase.kind).toBe("delivered")
    expect(signed).toHaveLength(1)
    expect(paid[1]).toBe(paid[0])
    expect([attempts.get().length, receipts.get().length]).toEqual([0, 1])
  })

  test("after a reload the payment is found and can be resumed", async () => {
    const storage = memoryStorage()
    const before = createPanelHarness([lostAnswer], storage)
    await before.controller.requote()
    await before.controller.pay(before.payer)
    const after = createPanelHarness([deliveredAnswer], storage)
    expect(after.controller.get().purchase.kind).toBe("unknown")
    await after.controller.requote()
    await after.controller.pay(after.payer)
    await after.controller.resume()
    expect(after.signed).toEqual([])
    expect(after.paid).toEqual(before.paid)
    expect(after.controller.get().purchase.kind).toBe("delivered")
  })

  test("while another tab pays, this one does not", async () => {
    const storage = memoryStorage()
    const here = createPanelHarness([], storage)
    await here.controller.requote()
    const there = createPanelHarness([lostAnswer], storage)
    await there.controller.requote()
    await there.controller.pay(there.payer)
    here.attempts.reload()
    await here.controller.pay(here.payer)
    expect(here.signed).toEqual([])
    expect(here.controller.get().purchase.kind).toBe("unknown")
  })

  test("when the other tab is done, this one can pay again", async () => {
    const storage = memoryStorage()
    const there = createPanelHarness([lostAnswer, deliveredAnswer], storage)
    await there.controller.requote()
    await there.controller.pay(there.payer)
    const here = createPanelHarness([], storage)
    await there.controller.resume()
    here.attempts.reload()
    expect(here.controller.get().purchase.kind).toBe("idle")
  })
})

const waitUntilIdle = () => new Promise((resolve) => setTimeout(resolve, 5))

/** A payment that another tab signs. */
const OTHER_NONCE = `0x${"09".repeat(32)}` as const

/** A wallet whose answers the test triggers. */
function slowWallet() {
  const asked: { readonly sign: () => void; readonly decline: () => void }[] = []
  const payer: Payer = {
    address: PAYER,
    sign: () =>
      new Promise((resolve, reject) => {
        const decline = () => reject(Object.assign(new Error("No."), { code: 4001 }))
        asked.push({ sign: () => resolve(SIGNATURE), decline })
      }),
  }
  return { payer, asked }
}

describe("another tab pays during the wallet prompt, and its answer is lost:", () => {
  /** The wallet prompt is open in this tab; the other tab has sent its payment. */
  async function payInBothTabs(replies: Parameters<typeof createPanelHarness>[0] = []) {
    const storage = memoryStorage()
    const here = createPanelHarness(replies, storage)
    await here.controller.requote()
    const wallet = slowWallet()
    const paying = here.controller.pay(wallet.payer)
    const there = createPanelHarness([lostAnswer], storage, { firstNonce: OTHER_NONCE })
    await there.controller.requote()
    await there.controller.pay(there.payer)
    here.attempts.reload()
    expect(here.controller.get().purchase.kind).toBe("signing")
    return { here, there, wallet, paying }
  }

  test.each(["decline", "sign"] as const)("when the wallet answers (%s), that payment can be resumed", async (end) => {
    const { here, there, wallet, paying } = await payInBothTabs([deliveredAnswer])
    wallet.asked[0]?.[end]()
    await paying
    expect(here.controller.get().purchase.kind).toBe("unknown")
    await here.controller.resume()
    expect(here.controller.get().purchase.kind).toBe("delivered")
    expect(here.paid, "the other tab's payment, and no other").toEqual(there.paid)
  })

  test("when the user stops waiting, that payment can be resumed", async () => {
    const { here } = await payInBothTabs()
    here.controller.stopWaiting()
    expect(here.controller.get().purchase.kind).toBe("unknown")
  })
})

describe("two tabs buy one version once:", () => {
  /** Two tabs of one browser. Their clocks run a little after what both have stored. */
  function twoTabs(here: Replies, there: Replies, tabLock: TabLock | null = createTabLock(createWebLocks())) {
    const storage = memoryStorage()
    const tabs = [
      createPanelHarness(here, storage, { tabLock }),
      createPanelHarness(there, storage, { tabLock, firstNonce: OTHER_NONCE }),
    ] as const
    return { here: tabs[0], there: tabs[1] }
  }
  type Replies = NonNullable<Parameters<typeof createPanelHarness>[0]>
  type Tab = ReturnType<typeof createPanelHarness>

  async function buy({ controller, payer, advance }: Tab): Promise<void> {
    await controller.requote()
    advance(1_000)
    await controller.pay(payer)
  }

  test.each([
    ["by tabLock", undefined],
    ["where tabs cannot agree", null],
  ])("a product that the other tab bought during the wallet prompt is not paid again, %s", async (_, tabLock) => {
    const { here, there } = twoTabs([], [deliveredAnswer], tabLock)
    await here.controller.requote()
    const { payer, asked } = slowWallet()
    const paying = here.controller.pay(payer)
    await buy(there)
    asked[0]?.sign()
    await paying
    expect(here.controller.get().purchase).toEqual({ kind: "overtaken", delivered: true })
    expect(here.paid, "the signature stays here").toEqual([])
    expect(here.receipts.get(), "the other tab's answer is there").toMatchObject([{ id: OTHER_NONCE }])
    expect(here.traces.get().find(({ id }) => id === NONCE)).toMatchObject({
      outcome: "unsent",
      reason: "Another tab bought the same.",
      sends: [],
    })
    expect(here.spendLimiter.spendingAt(NOW_MS)).toMatchObject({ reserved: 0n })
  })

  test("no payment is sent while the other tab sends, although this tab was not notified", async () => {
    let reply: (response: Response) => void = () => undefined
    const { here, there } = twoTabs([], [() => new Promise<Response>((resolve) => (reply = resolve))])
    const [paying] = [buy(there), await here.controller.requote()]
    await waitUntilIdle()
    expect(there.paid).toHaveLength(1)
    await here.controller.pay(here.payer)
    expect(here.paid).toEqual([])
    expect(here.controller.get().purchase, "it waits for the other one").toMatchObject({ kind: "finishing" })
    reply(await deliveredAnswer())
    await paying
    await waitUntilIdle()
    expect([here.paid.length, here.controller.get().purchase.kind]).toEqual([0, "idle"])
    expect(here.receipts.get()).toMatchObject([{ id: OTHER_NONCE }])
  })

  test("a browser without Web Locks can pay", async () => {
    const refuses = () => Promise.reject(new DOMException("Not allowed here.", "SecurityError"))
    const { here } = twoTabs([deliveredAnswer], [], createTabLock({ request: refuses }))
    await buy(here)
    expect(here.controller.get().purchase.kind).toBe("delivered")
  })

  test("when both sign at the same moment, one pays", async () => {
    const { here, there } = twoTabs([deliveredAnswer], [deliveredAnswer])
    await Promise.all([buy(here), buy(there)])
    await waitUntilIdle()
    expect(here.paid.length + there.paid.length).toBe(1)
    expect(here.receipts.get()).toHaveLength(1)
  })

  test("a failed purchase is not retried after the other tab bought the product", async () => {
    const { here, there } = twoTabs([problemAnswer("no")], [deliveredAnswer])
    await buy(here)
    there.advance(1_000)
    await buy(there)
    await here.controller.resume()
    expect(here.controller.get().purchase).toEqual({ kind: "overtaken", delivered: true })
    expect([here.paid.length, here.receipts.get().length]).toEqual([1, 1])
  })

  test("a failed purchase is resumed, not paid again, when the other tab's payment is unconfirmed", async () => {
    const { here, there } = twoTabs([problemAnswer("no"), deliveredAnswer], [lostAnswer])
    await buy(here)
    await buy(there)
    await here.controller.resume()
    await waitUntilIdle()
    expect(here.controller.get().purchase.kind).toBe("delivered")
    expect(here.paid[1], "the same payment as there").toBe(there.paid[0])
    expect(here.attempts.get()).toEqual([])
  })

  const elsewhere = { id: OTHER_NONCE, productId: "signal:ETH" }
  test.each([
    ["bought", ({ receipts }: Tab) => receipts.update(() => [receiptAt(NOW_MS, elsewhere)])],
    ["is paying for", ({ attempts }: Tab) => attempts.update(() => [{ ...attemptAt(), ...elsewhere }])],
  ] as const)("another product that the other tab %s counts against the daily limit", async (_, spend) => {
    const { here, there } = twoTabs([], [])
    here.budget.change({ limit: "99999" })
    await here.controller.requote()
    const { payer, asked } = slowWallet()
    const paying = here.controller.pay(payer)
    spend(there)
    asked[0]?.sign()
    await paying
    expect(here.controller.get().purchase).toEqual({ kind: "unsent", message: OVER_LIMIT })
    expect([here.paid, here.attempts.get().filter(({ id }) => id === NONCE)]).toEqual([[], []])
    expect(here.traces.get()).toMatchObject([{ outcome: "unsent", reason: OVER_LIMIT, sends: [] }])
    const { spent, reserved } = here.spendLimiter.spendingAt(NOW_MS)
    expect(spent + reserved, "what the other tab pays").toBe(50_000n)
  })

  test("a failed purchase is not retried when the other tab used up the daily limit", async () => {
    const { here, there } = twoTabs([problemAnswer("no")], [])
    here.budget.change({ limit: "99999" })
    await buy(here)
    there.receipts.update(() => [receiptAt(NOW_MS, elsewhere)])
    await here.controller.resume()
    expect(here.controller.get().purchase).toEqual({ kind: "unsent", message: OVER_LIMIT })
    expect(here.paid).toHaveLength(1)
  })

  test("purchases before the click or by another wallet do not block a payment", async () => {
    const { here } = twoTabs([deliveredAnswer], [])
    here.receipts.update(() => [
      receiptAt(NOW_MS, { id: "0xbefore" }),
      receiptAt(NOW_MS + 2_000, { id: "0xother", payer: `0x${"22".repeat(20)}` }),
    ])
    await buy(here)
    expect(here.controller.get().purchase.kind).toBe("delivered")
  })
})

test("a click that must not pay shows the reason", async () => {
  const storage = memoryStorage()
  const here = createPanelHarness([problemAnswer("no")], storage)
  await here.controller.requote()
  await here.controller.pay(here.payer)
  const there = createPanelHarness([lostAnswer], storage, { firstNonce: OTHER_NONCE })
  await there.controller.requote()
  await there.controller.pay(there.payer)
  here.attempts.reload()
  expect(here.controller.get().purchase.kind, "the failure in this tab is shown first").toBe("failed")
  here.controller.dismiss()
  await here.controller.pay(here.payer)
  expect(here.signed).toHaveLength(1)
  expect(here.controller.get().purchase.kind).toBe("unknown")
})

describe("a wallet that does not answer", () => {
  test("can be abandoned, and its reservation is released", async () => {
    const { controller, spendLimiter, attempts, traces } = createPanelHarness()
    await controller.requote()
    void controller.pay(slowWallet().payer)
    expect(spendLimiter.spendingAt(NOW_MS).reserved).toBe(50_000n)
    controller.stopWaiting()
    expect(controller.get().purchase.kind).toBe("cancelled")
    expect(spendLimiter.spendingAt(NOW_MS)).toEqual({ spent: 0n, reserved: 0n })
    expect(attempts.get()).toEqual([])
    expect(traces.get()).toMatchObject([{ outcome: "cancelled", signature: null, sends: [] }])
  })

  test("whose account changed is not waited for, and its late signature is not sent", async () => {
    const { controller, spendLimiter, paid, traces } = createPanelHarness([deliveredAnswer])
    await controller.requote()
    const { payer, asked } = slowWallet()
    const paying = controller.pay(payer)
    controller.stopWaiting("The account changed.")
    asked[0]?.sign()
    await paying
    expect(controller.get().purchase).toEqual({ kind: "unsent", message: "The account changed." })
    expect([paid, spendLimiter.spendingAt(NOW_MS).reserved]).toEqual([[], 0n])
    expect(traces.get()).toMatchObject([{ outcome: "unsent", reason: "The account changed." }])
  })

  test("and signs later has its signature neither sent nor stored", async () => {
    const { controller, paid, attempts, traces } = createPanelHarness([deliveredAnswer])
    const { payer, asked } = slowWallet()
    await controller.requote()
    const paying = controller.pay(payer)
    controller.stopWaiting()
    asked[0]?.sign()
    await paying
    expect(controller.get().purchase.kind).toBe("cancelled")
    expect([paid, attempts.get()]).toEqual([[], []])
    expect(traces.get()).toMatchObject([{ outcome: "cancelled", signature: null }])
  })

  test("and signs after the price has expired sends no payment, and a new price is requested", async () => {
    const { controller, paid, attempts, spendLimiter, advance } = createPanelHarness()
    await controller.requote()
    const { payer, asked } = slowWallet()
    const paying = controller.pay(payer)
    advance(300_000)
    asked[0]?.sign()
    await paying
    expect(controller.get().purchase).toEqual({ kind: "unsent", message: SIGNED_TOO_LATE })
    expect([paid, attempts.get(), spendLimiter.spendingAt(NOW_MS).reserved]).toEqual([[], [], 0n])
    expect(controller.get().quote).toMatchObject({ kind: "ready", quote: { atMs: NOW_MS + 300_000 } })
  })

  test("and is asked again pays only with the later signature", async () => {
    const { controller, paid, spendLimiter, receipts } = createPanelHarness([deliveredAnswer])
    const { payer, asked } = slowWallet()
    await controller.requote()
    const first = controller.pay(payer)
    controller.stopWaiting()
    const second = controller.pay(payer)
    asked[0]?.decline()
    await first
    expect(controller.get().purchase.kind, "the second is still in the wallet").toBe("signing")
    expect(spendLimiter.spendingAt(NOW_MS).reserved, "for the second").toBe(50_000n)
    asked[1]?.sign()
    await second
    expect(paid).toHaveLength(1)
    expect(receipts.get()).toHaveLength(1)
    expect(receipts.get()[0]?.id).not.toBe(NONCE)
  })

  test("stopWaiting() does not cancel a payment that was sent", async () => {
    const { controller, payer, receipts } = createPanelHarness([deliveredAnswer])
    controller.stopWaiting()
    expect(controller.get().purchase.kind).toBe("idle")
    await controller.requote()
    await controller.pay(payer)
    controller.stopWaiting()
    expect(controller.get().purchase.kind).toBe("delivered")
    expect(receipts.get()).toHaveLength(1)
  })
})

describe("the daily limit", () => {
  test("is enforced before the wallet is called", async () => {
    const { controller, payer, signed, budget } = createPanelHarness()
    budget.change({ limit: "49999" })
    await controller.requote()
    await controller.pay(payer)
    expect(signed).toEqual([])
    expect(controller.get().purchase.kind).toBe("idle")
  })

  test("does not block resuming a payment", async () => {
    const { controller, payer, budget, receipts } = createPanelHarness([lostAnswer, deliveredAnswer])
    await controller.requote()
    await controller.pay(payer)
    budget.change({ limit: "0" })
    await controller.resume()
    expect(receipts.get()).toHaveLength(1)
  })

  test("is restored after a declined signature", async () => {
    const { controller, spendLimiter, budget } = createPanelHarness()
    budget.change({ limit: "50000" })
    await controller.requote()
    await controller.pay({
      address: PAYER,
      sign: () => Promise.reject(Object.assign(new Error("No."), { code: 4001 })),
    })
    expect(spendLimiter.spendingAt(NOW_MS)).toEqual({ spent: 0n, reserved: 0n })
  })
})

describe("a lost answer", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test("is fetched again on the same page with the same payment", async () => {
    const { controller, payer, paid, signed } = createPanelHarness(
      [lostAnswer, lostAnswer, deliveredAnswer],
      memoryStorage(),
      {
        retryDelaysMs: [4_000, 15_000],
      },
    )
    await controller.requote()
    await controller.pay(payer)
    expect(controller.get().purchase).toMatchObject({ kind: "unknown", sendCount: 1 })
    await vi.advanceTimersByTimeAsync(4_000)
    expect(controller.get().purchase).toMatchObject({ kind: "unknown", sendCount: 2 })
    await vi.advanceTimersByTimeAsync(15_000)
    expect(controller.get().purchase.kind).toBe("delivered")
    expect([new Set(paid).size, paid.length, signed.length]).toEqual([1, 3, 1])
  })

  test("is not retried after the last retry, while offline, or after a manual resume", async () => {
    const { controller, payer, paid, online } = createPanelHarness(
      [lostAnswer, lostAnswer, deliveredAnswer],
      memoryStorage(),
      {
        retryDelaysMs: [4_000],
      },
    )
    await controller.requote()
    await controller.pay(payer)
    online.set(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(paid).toHaveLength(1)
    online.set(true)
    await controller.resume()
    expect(controller.get().purchase).toMatchObject({ kind: "unknown", sendCount: 2 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(paid).toHaveLength(2)
  })
})

describe("the trace of a payment", () => {
  test("has both requests with their headers and every send", async () => {
    const { controller, payer, traces, paid } = createPanelHarness([lostAnswer, deliveredAnswer])
    await controller.requote()
    await controller.pay(payer)
    expect(traces.get()).toMatchObject([{ id: NONCE, outcome: "unknown", sends: [{ status: null }] }])
    await controller.resume()
    expect(traces.get()).toMatchObject([
      {
        quote: { status: 402 },
        signature: paid[0],
        outcome: "delivered",
        sends: [{ status: null }, { status: 200, length: 11 }],
      },
    ])
    expect(traces.get()[0]?.sends[1]?.headers).toContainEqual(["payment-response", settledResponse])
  })

  test("records a declined signature", async () => {
    const { controller, traces } = createPanelHarness()
    await controller.requote()
    await controller.pay({
      address: PAYER,
      sign: () => Promise.reject(Object.assign(new Error("No."), { code: 4001 })),
    })
    expect(traces.get()).toMatchObject([{ outcome: "declined", signature: null, sends: [] }])
  })

  test("is dropped first when storage is full, and the receipt stays", async () => {
    const storage = memoryStorage()
    const { controller, payer, receipts } = createPanelHarness([deliveredAnswer], storage)
    await controller.requote()
    storage.refuses.add("e")
    await controller.pay(payer)
    expect(receipts.get()).toHaveLength(1)
  })
})

describe("a failure that was not charged", () => {
  test("is not retried when the payment cannot be stored", async () => {
    const storage = memoryStorage()
    const { controller, payer, paid } = createPanelHarness([problemAnswer("no")], storage)
    await controller.requote()
    await controller.pay(payer)
    storage.refuses.add("a")
    await controller.resume()
    expect(controller.get().purchase.kind).toBe("unsent")
    expect(paid).toHaveLength(1)
  })

  test("is retried with the same signature while that is valid", async () => {
    const { controller, payer, signed, paid } = createPanelHarness([problemAnswer("no"), deliveredAnswer])
    await controller.requote()
    await controller.pay(payer)
    expect(controller.get().purchase.kind).toBe("failed")
    await controller.resume()
    expect(controller.get().purchase.kind).toBe("delivered")
    expect([signed.length, paid.length]).toEqual([1, 2])
  })

  test("starts over when the signature has expired", async () => {
    const { controller, payer, paid, advance } = createPanelHarness([problemAnswer("no")])
    await controller.requote()
    await controller.pay(payer)
    advance(300_000)
    await controller.resume()
    expect(controller.get().purchase.kind).toBe("idle")
    expect(paid).toHaveLength(1)
  })
})

test("with full storage, older answers are removed and their receipts stay", async () => {
  const storage = memoryStorage()
  const first = createPanelHarness([deliveredAnswer], storage)
  await first.controller.requote()
  await first.controller.pay(first.payer)
  first.receipts.update((all) => all.map((receipt) => ({ ...receipt, id: "0xold", body: "x".repeat(9_000) })))
  storage.limit = storage.used() + 1_000
  const second = createPanelHarness([deliveredAnswer], storage)
  await second.controller.requote()
  await second.controller.pay(second.payer)
  expect(second.receipts.get()).toMatchObject([
    { id: "0xold", amount: "50000", body: null },
    { id: NONCE, body: { price: 1 } },
  ])
})

test("without storage, a paid answer is still shown", async () => {
  const storage = memoryStorage()
  const { controller, payer, receipts, attempts } = createPanelHarness(
    [
      () => {
        storage.refuses.add("a").add("r")
        return deliveredAnswer()
      },
    ],
    storage,
  )
  await controller.requote()
  await controller.pay(payer)
  expect(controller.get().purchase.kind).toBe("delivered")
  expect(receipts.get()).toMatchObject([{ id: NONCE, body: { price: 1 } }])
  expect(attempts.get(), "it is in doubt no more").toEqual([])
})

function answering(response: Response) {
  const storage = memoryStorage()
  const attempts = createPersistentList(storage, "a", Attempt)
  const receipts = createPersistentList(storage, "r", Receipt)
  return createPanelController(product, {
    config: terms,
    attempts,
    receipts,
    spendLimiter: createSpendLimiter({ budget: createBudgetStore(storage, "b"), receipts, attempts }),
    tabLock: null,
    sessions: createSessions({
      storage,
      key: "s",
      tabLock: null,
      loadSigning: () => import("@/lib/client/sessions/signing"),
    }),
    online: createStore(true),
    log: createTraceLog(createPersistentList(storage, "e", PaymentTrace)),
    now: () => NOW_MS,
    nonce: () => NONCE,
    retryDelaysMs: [],
    fetch: () => Promise.resolve(response),
  })
}

test("a product whose endpoint does not answer 402 is not on sale", async () => {
  const controller = answering(new Response("", { status: 503 }))
  await controller.requote()
  expect(controller.get().quote).toMatchObject({ kind: "unavailable", message: "The service answered 503." })
})

test("an invalid request shows the service's error", async () => {
  const detail = "max_apy: must not be below min_apy"
  const problem = {
    type: "https://signal402.example/docs/errors#invalid_query",
    title: "Invalid query",
    status: 400,
    detail,
    code: "invalid_query",
  }
  const body = { ...problem, charged: "no", retryable: false, request_id: "1" }
  const controller = answering(Response.json(body, { status: 400 }))
  await controller.requote()
  expect(controller.get().quote).toMatchObject({ kind: "unavailable", message: detail, isWrong: true })
})

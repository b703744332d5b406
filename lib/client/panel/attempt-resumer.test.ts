import { describe, expect, test } from "vitest"
import { createTabLock } from "@/lib/client/browser/tab-lock"
import { attemptAt, memoryStorage, NOW_MS } from "@/tools/testing/client/fixtures"
import { createWebLocks } from "@/tools/testing/client/web-locks"
import { deliveredAnswer, lostAnswer, problemAnswer, createPanelHarness } from "@/tools/testing/client/panel-harness"

/** A browser that sent a payment and whose page was closed before the answer arrived. */
function openClosedBrowser(nowMs = NOW_MS) {
  const storage = memoryStorage()
  storage.setItem("a", JSON.stringify([attemptAt(nowMs)]))
  const locks = createWebLocks()
  type Replies = NonNullable<Parameters<typeof createPanelHarness>[0]>
  const open = (replies: Replies, isOnline = true) =>
    createPanelHarness(replies, storage, { tabLock: createTabLock(locks), isOnline })
  return { storage, open }
}

const waitUntilIdle = () => new Promise((resolve) => setTimeout(resolve, 5))

describe("an unconfirmed payment of an earlier page", () => {
  test("is resumed by the next page without the wallet", async () => {
    const { controller, paid, signed, receipts, attempts } = openClosedBrowser().open([deliveredAnswer])
    expect(controller.get().purchase).toMatchObject({ kind: "finishing", sent: false })
    await waitUntilIdle()
    expect(controller.get().purchase.kind).toBe("delivered")
    expect([paid.length, signed.length, attempts.get().length, receipts.get().length]).toEqual([1, 0, 0, 1])
  })

  test.each([
    ["the connection breaks", lostAnswer, "unknown"],
    ["it is unconfirmed", problemAnswer("unknown"), "unknown"],
    ["it was not charged", problemAnswer("no"), "failed"],
  ] as const)("is sent once: when %s, the user decides", async (_, reply, kind) => {
    const { controller, paid, attempts, online } = openClosedBrowser().open([reply, deliveredAnswer])
    await waitUntilIdle()
    expect(controller.get().purchase.kind).toBe(kind)
    attempts.reload()
    online.set(false)
    online.set(true)
    await waitUntilIdle()
    expect(paid).toHaveLength(1)
    await controller.resume()
    expect(controller.get().purchase.kind).toBe("delivered")
    expect(paid[1]).toBe(paid[0])
  })

  test("waits for Resume when the authorization has expired", async () => {
    const { controller, paid } = openClosedBrowser(NOW_MS - 291_000).open([deliveredAnswer])
    await waitUntilIdle()
    expect(controller.get().purchase.kind).toBe("unknown")
    expect(paid).toEqual([])
  })

  test("waits until the network is back", async () => {
    const { controller, paid, online } = openClosedBrowser().open([deliveredAnswer], false)
    await waitUntilIdle()
    expect([controller.get().purchase.kind, paid.length]).toEqual(["unknown", 0])
    online.set(true)
    await waitUntilIdle()
    expect([controller.get().purchase.kind, paid.length]).toEqual(["delivered", 1])
  })

  test("waits for Resume in browsers without Web Locks", async () => {
    const { storage } = openClosedBrowser()
    const { controller, paid } = createPanelHarness([deliveredAnswer], storage)
    await waitUntilIdle()
    expect([controller.get().purchase.kind, paid.length]).toEqual(["unknown", 0])
  })
})

describe("of several tabs", () => {
  test("one resumes a payment, and the others see it finished", async () => {
    const browser = openClosedBrowser()
    let reply: (response: Response) => void = () => undefined
    const slow = () => new Promise<Response>((resolve) => (reply = resolve))
    const tabs = [browser.open([slow]), browser.open([]), browser.open([])]
    await waitUntilIdle()
    expect(tabs.map(({ controller }) => controller.get().purchase)).toMatchObject([
      { kind: "finishing", sent: true },
      { kind: "finishing", sent: false },
      { kind: "finishing", sent: false },
    ])
    reply(await deliveredAnswer())
    await waitUntilIdle()
    expect(tabs.map(({ controller }) => controller.get().purchase.kind)).toEqual(["delivered", "idle", "idle"])
    expect(tabs.map(({ receipts }) => receipts.get().length)).toEqual([1, 1, 1])
  })

  test("none resumes a payment that another tab has just signed", async () => {
    const storage = memoryStorage()
    const locks = createWebLocks()
    const open = (replies: Parameters<typeof createPanelHarness>[0]) =>
      createPanelHarness(replies, storage, { tabLock: createTabLock(locks) })
    const there = open([])
    let reply: (response: Response) => void = () => undefined
    const here = open([() => new Promise<Response>((resolve) => (reply = resolve))])
    await here.controller.requote()
    const paying = here.controller.pay(here.payer)
    await waitUntilIdle()
    there.attempts.reload()
    expect(there.controller.get().purchase, "the other tab shows it").toMatchObject({ kind: "finishing", sent: false })
    reply(await deliveredAnswer())
    await paying
    await waitUntilIdle()
    expect(here.controller.get().purchase.kind).toBe("delivered")
    expect([there.controller.get().purchase.kind, there.paid.length]).toEqual(["idle", 0])
  })
})

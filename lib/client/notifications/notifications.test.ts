import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { versionsContract } from "@/lib/endpoints/versions/contract"
import { createStore } from "@/lib/client/browser/external-store"
import { createPersistentList } from "@/lib/client/browser/persistent-list"
import type { WebLocks } from "@/lib/client/browser/tab-lock"
import { NOW_MS, product } from "@/tools/testing/client/fixtures"
import { createWebLocks } from "@/tools/testing/client/web-locks"
import type { VersionList } from "@/lib/client/versions/newer"
import { evaluateSubscription, COOLDOWN_MS, Subscription } from "./subscription"
import { startSubscriptionPoller } from "./subscription-poller"

const [first, second, third] = ["aa", "bb", "cc"].map((byte) => byte.repeat(32)) as [string, string, string]

const watch: Subscription = {
  id: product.id,
  title: product.title,
  path: product.path,
  href: "/coins/BTC",
  known: first.slice(0, 16),
  toldAtMs: null,
}

function listOf(commitment: string, status: "current" | "unavailable" = "current"): VersionList {
  const [entry] = Object.values(versionsContract.example.versions)
  if (!entry) throw new Error("The example has a version.")
  return { versions: { "/signal/BTC": { ...entry, commitment, status } }, atMs: NOW_MS }
}

describe("evaluateSubscription()", () => {
  const evaluate = (list: VersionList, { of = watch, bought = [] as string[], nowMs = NOW_MS } = {}) =>
    evaluateSubscription(of, { list, bought, nowMs })

  test("notifies of an unknown version once", () => {
    expect(evaluate(listOf(first))).toEqual({ watch, notify: false })
    const notified = { ...watch, known: second, toldAtMs: NOW_MS }
    expect(evaluate(listOf(second))).toEqual({ watch: notified, notify: true })
    expect(evaluate(listOf(second), { of: notified })).toEqual({ watch: notified, notify: false })
  })

  test("does not notify of a version that the user bought", () => {
    const bought = [second.slice(0, 16)]
    expect(evaluate(listOf(second), { bought })).toEqual({ watch: { ...watch, known: second }, notify: false })
  })

  test("does not notify of versions that cannot be bought, or of products without versions", () => {
    expect(evaluate(listOf(second, "unavailable"))).toEqual({ watch, notify: false })
    expect(evaluate({ versions: {}, atMs: NOW_MS })).toEqual({ watch, notify: false })
  })

  test("notifies once of many changes, after the cooldown", () => {
    const notified = { ...watch, known: second, toldAtMs: NOW_MS }
    const at = (nowMs: number) => evaluate(listOf(third), { of: notified, nowMs })
    expect(at(NOW_MS + COOLDOWN_MS - 1)).toEqual({ watch: notified, notify: false })
    expect(at(NOW_MS + COOLDOWN_MS)).toMatchObject({ watch: { known: third }, notify: true })
  })
})

describe("a subscription that waits for a product's return", () => {
  const waiting: Subscription = { ...watch, id: `${product.id} back`, known: "", until: "back" }
  const evaluate = (list: VersionList) => evaluateSubscription(waiting, { list, bought: [], nowMs: NOW_MS })

  test("stays while the product cannot be bought", () => {
    expect(evaluate(listOf(first, "unavailable"))).toEqual({ watch: waiting, notify: false })
    expect(evaluate(listOf(second, "unavailable"))).toEqual({ watch: waiting, notify: false })
    expect(evaluate({ versions: {}, atMs: NOW_MS })).toEqual({ watch: waiting, notify: false })
  })

  test("ends with one notification, for the same or a new version", () => {
    expect(evaluate(listOf(first))).toEqual({ watch: null, notify: true })
    expect(evaluate(listOf(second))).toEqual({ watch: null, notify: true })
  })
})

describe("the poller", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Tabs of one browser that share storage and locks. */
  function browser(given: { readonly granted?: boolean; readonly locks?: WebLocks | null } = {}) {
    const { granted = true, locks = createWebLocks() } = given
    const kept = new Map<string, string>()
    const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) }
    const sale = { commitment: first, status: "current" as "current" | "unavailable", asked: 0 }
    const notified: string[] = []
    const open = () => {
      const subscriptions = createPersistentList(storage, "subscriptions", Subscription)
      const store = createStore<VersionList | null>(null)
      startSubscriptionPoller({
        subscriptions,
        receipts: createStore<readonly { readonly productId: string; readonly commitment?: string }[]>([]),
        versions: {
          ...store,
          async refresh() {
            sale.asked += 1
            store.set(listOf(sale.commitment, sale.status))
          },
        },
        locks: locks ?? undefined,
        now: () => NOW_MS,
        canNotify: () => granted,
        notify: ({ title, until }) => void notified.push(until === undefined ? title : `${title} is back`),
      })
      return subscriptions
    }
    return { open, sale, notified }
  }
  /** Advances the fake clock; all work of a minute finishes within that minute. */
  async function minutes(count: number): Promise<void> {
    for (let minute = 0; minute < count; minute++) {
      await new Promise<void>((resolve) => process.nextTick(resolve))
      vi.advanceTimersByTime(60_000)
    }
    await new Promise<void>((resolve) => process.nextTick(resolve))
  }

  test("notifies in one of several tabs", async () => {
    const { open, sale, notified } = browser()
    open().update(() => [watch])
    open()
    await minutes(2)
    expect(notified).toEqual([])
    sale.commitment = second
    await minutes(5)
    expect(notified).toEqual([product.title])
  })

  test("removes a finished subscription and keeps the others", async () => {
    const { open, sale, notified } = browser()
    sale.status = "unavailable"
    const subscriptions = open()
    subscriptions.update(() => [watch, { ...watch, id: "back", until: "back" }])
    await minutes(2)
    expect(notified).toEqual([])
    sale.status = "current"
    await minutes(2)
    expect(notified).toEqual([`${product.title} is back`])
    expect(subscriptions.get()).toEqual([watch])
    sale.status = "unavailable"
    await minutes(1)
    sale.status = "current"
    sale.commitment = second
    await minutes(2)
    expect(notified).toEqual([`${product.title} is back`, product.title])
  })

  test("sends no requests without subscriptions", async () => {
    const { open, sale, notified } = browser()
    const subscriptions = open()
    subscriptions.update(() => [watch])
    await minutes(1)
    subscriptions.update(() => [])
    const { asked } = sale
    sale.commitment = second
    await minutes(5)
    expect([sale.asked, notified]).toEqual([asked, []])
  })

  const refused: WebLocks = { request: () => Promise.reject(new DOMException("Denied.", "SecurityError")) }

  test.each([
    ["holds back what the reader does not allow any more", { granted: false }, []],
    ["works where tabs have no locks", { locks: null }, [product.title]],
    ["works where the browser refuses locks", { locks: refused }, [product.title]],
  ])("%s", async (_, given, heard) => {
    const { open, sale, notified } = browser(given)
    open().update(() => [watch])
    await minutes(1)
    sale.commitment = second
    await minutes(2)
    expect(notified).toEqual(heard)
  })
})

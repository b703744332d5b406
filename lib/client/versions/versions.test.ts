import { describe, expect, test } from "vitest"
import { versionsContract } from "@/lib/api/versions"
import { createPersistentList, type PersistentList } from "@/lib/client/browser/persistent-list"
import { memoryStorage, NONCE, NOW_MS, product, receiptAt } from "@/lib/client/testing/fixtures"
import { lost, settled, world } from "@/lib/client/testing/panel-world"
import { Receipt } from "@/lib/client/purchase/receipt"
import { isNewer, noDataSince, type VersionList, versionOf } from "./newer"
import { createStamp } from "./stamp"
import { createVersions } from "./versions"

const first = "aa".repeat(32)
const second = "bb".repeat(32)

/** A service that sells these versions of the BTC signal, one per question; the last one stays. */
function service(...commitments: readonly (string | null)[]) {
  let asked = 0
  const versions = createVersions({
    now: () => NOW_MS,
    fetch() {
      const commitment = commitments[Math.min(asked, commitments.length - 1)]
      asked += 1
      if (!commitment) return Promise.reject(new TypeError("Failed to fetch"))
      const entry = { ...versionsContract.example.versions["/signal/BTC"], commitment }
      return Promise.resolve(Response.json({ ...versionsContract.example, versions: { "/signal/BTC": entry } }))
    },
  })
  return { versions, asked: () => asked }
}

describe("the free version check", () => {
  test("is made once, however many panels ask", async () => {
    const { versions, asked } = service(first)
    await Promise.all([versions.refresh(), versions.refresh()])
    expect(asked()).toBe(1)
    expect(versionOf(versions.get(), product.path)?.commitment).toBe(first)
  })

  test("keeps what it knew when the service is silent", async () => {
    const { versions } = service(first, null)
    await versions.refresh()
    await versions.refresh()
    expect(versionOf(versions.get(), product.path)?.commitment).toBe(first)
  })

  test("says unchanged, newer, or nothing", async () => {
    const { versions } = service(first)
    const { path } = product
    expect(isNewer(versions.get(), { path, held: first, nowMs: NOW_MS })).toBeNull()
    await versions.refresh()
    const ask = (held: string | undefined, nowMs = NOW_MS) => isNewer(versions.get(), { path, held, nowMs })
    expect([ask(first), ask(second), ask(undefined), ask(first, NOW_MS + 300_001)]).toEqual([false, true, null, null])
    expect(isNewer(versions.get(), { path: "/api/geo/events?hours=24", held: first, nowMs: NOW_MS })).toBeNull()
  })
})

describe("without fresh data", () => {
  const listOf = (status: "current" | "unavailable"): VersionList => {
    const times = { data_as_of: "2026-11-20T12:00:00.000Z", changed_at: "2026-11-20T12:00:12.000Z" }
    const entry = { version: 17, commitment: second, ...times, price_usdc: "0.05", status }
    return { versions: { "/signal/BTC": entry }, atMs: NOW_MS }
  }
  const [list, sold] = [listOf("unavailable"), listOf("current")]
  const ask = (of: VersionList | null, path = product.path, nowMs = NOW_MS) => noDataSince(of, { path, nowMs })

  test("it is known since when nothing is sold, whatever is asked of it", () => {
    expect(ask(list)).toBe("2026-11-20T12:00:00.000Z")
    expect(ask(list, `${product.path}?hours=24`)).toBe("2026-11-20T12:00:00.000Z")
  })

  test("nothing is held back on an old word, on none, or once there is data", () => {
    expect([ask(list, product.path, NOW_MS + 300_001), ask(null), ask(list, "/api/regime"), ask(sold)]).toEqual(
      Array(4).fill(null),
    )
  })

  test("nothing newer is announced that cannot be bought", () => {
    const newer = (of: VersionList, held: string) => isNewer(of, { path: product.path, held, nowMs: NOW_MS })
    expect([newer(list, first), newer(sold, first), newer(list, second)]).toEqual([null, true, false])
  })
})

const tagOf = (commitment: string) => `"17-${commitment.slice(0, 16)}"`

describe("a receipt", () => {
  const buy = async (commitments: readonly (string | null)[], etag: string | null = null) => {
    const { versions } = service(...commitments)
    const receipts = createPersistentList(memoryStorage(), "r", Receipt)
    const stamp = createStamp({ versions, receipts, sleep: () => Promise.resolve() })
    await versions.refresh()
    const before = stamp.before(product.path)
    receipts.update(() => [receiptAt()])
    await stamp.after({ id: NONCE, path: product.path, etag }, before)
    return receipts.get()[0]?.commitment
  }

  test("names its version when that stood before and after", async () => expect(await buy([first])).toBe(first))
  test("names it when the answer's tag agrees", async () => expect(await buy([first], tagOf(first))).toBe(first))
  test("names none when the tag is of another version", async () =>
    expect(await buy([first], tagOf(second))).toBeUndefined())
  test("names none when it changed meanwhile", async () => expect(await buy([first, second])).toBeUndefined())
  test("names none when it was not known before", async () => expect(await buy([null, first])).toBeUndefined())
})

describe("an answer that is fetched with yesterday's payment", () => {
  const yesterdayMs = NOW_MS - 86_400_000
  const resume = async (onSale: string, headers: Readonly<Record<string, string>>, clockMs = NOW_MS) => {
    const { versions } = service(onSale)
    const redelivered = () =>
      Response.json(
        { timestamp: new Date(yesterdayMs).toISOString() },
        { headers: { "payment-response": settled, date: new Date(clockMs).toUTCString(), ...headers } },
      )
    const stampOn = (receipts: PersistentList<Receipt>) =>
      createStamp({ versions, receipts, sleep: () => Promise.resolve() })
    const { controller, payer, receipts } = world([lost, redelivered], memoryStorage(), stampOn)
    await versions.refresh()
    await controller.requote()
    await controller.pay(payer)
    await controller.resume()
    await versions.refresh()
    const held = receipts.get()[0]?.commitment
    const newer = isNewer(versions.get(), { path: product.path, held, nowMs: NOW_MS })
    return { newer, receipt: receipts.get()[0] }
  }

  test("is of the version that its tag names, not of the one on sale", async () => {
    expect(await resume(second, { etag: tagOf(first) })).toMatchObject({ newer: true })
    expect(await resume(first, { etag: tagOf(first) })).toMatchObject({ newer: false })
    expect(await resume(first, { etag: `W/${tagOf(first)}` })).toMatchObject({ newer: false })
    expect(await resume(second, {})).toMatchObject({ newer: null })
  })

  test("is a day old, by whichever clock", async () => {
    const { receipt } = await resume(second, {})
    expect(receipt).toMatchObject({ deliveredAtMs: NOW_MS, answeredAtMs: yesterdayMs })
    const fastClock = await resume(second, {}, NOW_MS - 3_600_000)
    expect(fastClock.receipt?.answeredAtMs).toBe(yesterdayMs + 3_600_000)
  })
})

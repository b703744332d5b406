import { describe, expect, test } from "vitest"
import { versionsContract } from "@/lib/endpoints/versions/contract"
import { kindOfAnswer } from "@/lib/client/panel/view"
import { NOW_MS, product } from "@/tools/testing/client/fixtures"
import { lostAnswer, settledResponse, createPanelHarness } from "@/tools/testing/client/panel-harness"
import { isAutoRefreshDue } from "@/lib/client/budget/auto-refresh"
import { changedParts, isFresh, isNewer, noDataSince, type VersionList, versionOf } from "./newer"
import { createVersions } from "./versions"

const first = "aa".repeat(32)
const second = "bb".repeat(32)

/** A service with these versions of the BTC signal, one per request; the last one stays. */
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
  test("makes one request for any number of panels", async () => {
    const { versions, asked } = service(first)
    await Promise.all([versions.refresh(), versions.refresh()])
    expect(asked()).toBe(1)
    expect(versionOf(versions.get(), product.path)?.commitment).toBe(first)
  })

  test("keeps the last list when the service does not answer", async () => {
    const { versions } = service(first, null)
    await versions.refresh()
    await versions.refresh()
    expect(versionOf(versions.get(), product.path)?.commitment).toBe(first)
  })

  test("is kept fresh by a live stream, but an old list is not", async () => {
    let nowMs = NOW_MS
    const fetch = () => Promise.resolve(Response.json(versionsContract.example))
    const versions = createVersions({ now: () => nowMs, fetch })
    versions.confirm()
    expect(versions.get()).toBeNull()
    await versions.refresh()
    nowMs += 45_000
    versions.confirm()
    expect(versions.get()?.atMs).toBe(nowMs)
    nowMs += 45_001
    versions.confirm()
    expect(versions.get()?.atMs).toBe(nowMs - 45_001)
  })

  test("reports unchanged, newer, or unknown", async () => {
    const { versions } = service(first)
    const { path } = product
    const ask = (commitment?: string, { version, nowMs = NOW_MS }: { version?: number; nowMs?: number } = {}) =>
      isNewer(versions.get(), { path, owned: { commitment, version }, nowMs })
    expect(ask(first)).toBeNull()
    await versions.refresh()
    expect([ask(first), ask(second), ask(), ask(first, { nowMs: NOW_MS + 300_001 })]).toEqual([false, true, null, null])
    expect(ask(second, { version: 16 })).toBe(true)
    expect(ask(second, { version: 18 }), "the list is older than what was bought").toBeNull()
    expect(isNewer(versions.get(), { path: "/api/geo/alert", owned: { commitment: first }, nowMs: NOW_MS })).toBeNull()
  })

  test("is repeated before a panel that becomes visible again auto-refreshes", async () => {
    let nowMs = NOW_MS
    const list = { ...versionsContract.example.versions["/signal/BTC"], commitment: first, status: "current" }
    const body = { ...versionsContract.example, versions: { "/signal/BTC": list } }
    const versions = createVersions({ now: () => nowMs, fetch: () => Promise.resolve(Response.json(body)) })
    const isDue = (commitment: string) => {
      const newer = isNewer(versions.get(), { path: product.path, owned: { commitment }, nowMs })
      const kind = kindOfAnswer({ ageMs: nowMs - NOW_MS, staleAfterMs: 900_000, newer, fetched: false })
      const checked = isFresh(versions.get(), nowMs)
      const owned = { status: { kind }, action: "pay", paid: "50000", price: "50000" } as const
      return isAutoRefreshDue({ allowed: true, visible: true, checked, newer, ...owned })
    }
    await versions.refresh()
    nowMs += 3_600_000
    expect([isDue(first), isDue(second)], "an hour in the background").toEqual([false, false])
    await versions.refresh()
    expect([isDue(first), isDue(second)]).toEqual([false, true])
  })

  test("covers a path with all its queries, except queries with their own entry", () => {
    const entry = versionsContract.example.versions["/signal/BTC"]
    if (!entry) throw new Error("The example has this path.")
    const own = { ...entry, commitment: second }
    const list = { versions: { "/market/etf": entry, "/market/etf?asset=ETH": own }, atMs: NOW_MS }
    expect(versionOf(list, "/api/market/etf?asset=ETH")).toBe(own)
    expect(versionOf(list, "/api/market/etf?asset=SOL")).toBe(entry)
    expect(versionOf(list, "/api/market")).toBeNull()
  })
})

describe("the changed parts since a purchase", () => {
  const entry = versionsContract.example.versions["/signal/BTC"]
  const changes = [
    { version: 17, parts: ["direction", "votes"] },
    { version: 16, parts: ["levels", "votes"] },
  ]
  const list = { versions: { "/signal/BTC": { ...entry, changes } }, atMs: NOW_MS } as VersionList
  const since = (version?: number) => changedParts(list, { path: product.path, owned: { version } })

  test("has the changed parts of all later versions, each once", () => {
    expect([since(17), since(16), since(15)]).toEqual([[], ["direction", "votes"], ["direction", "votes", "levels"]])
  })

  test("is unknown when a version in between is not listed, or the owned version is unknown", () => {
    expect([since(14), since(), changedParts(null, { path: product.path, owned: { version: 16 } })]).toEqual([
      [],
      [],
      [],
    ])
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

  test("a panel knows since when it is unavailable, for any query", () => {
    expect(ask(list)).toBe("2026-11-20T12:00:00.000Z")
    expect(ask(list, `${product.path}?hours=24`)).toBe("2026-11-20T12:00:00.000Z")
  })

  test("an old or missing list, or a list with data, does not block a panel", () => {
    expect([ask(list, product.path, NOW_MS + 300_001), ask(null), ask(list, "/api/regime"), ask(sold)]).toEqual(
      Array(4).fill(null),
    )
  })

  test("a version that cannot be bought is not announced as newer", () => {
    const newer = (of: VersionList, owned: string) =>
      isNewer(of, { path: product.path, owned: { commitment: owned }, nowMs: NOW_MS })
    expect([newer(list, first), newer(sold, first), newer(list, second)]).toEqual([null, true, false])
  })
})

const tagOf = (commitment: string, version = 17) => `"${version}-${commitment.slice(0, 16)}"`

describe("a receipt", () => {
  const buy = async (headers: Readonly<Record<string, string>>) => {
    const { controller, payer, receipts } = createPanelHarness([() => Response.json({ price: 1 }, { headers })])
    await controller.requote()
    await controller.pay(payer)
    return receipts.get()[0]
  }

  test("has the version from its ETag at once", async () => {
    const { commitment, version } = (await buy({ etag: tagOf(first) })) ?? {}
    expect([commitment, version]).toEqual([first.slice(0, 16), 17])
  })

  test.each(["", '"17"', `"17-${first}"`, '"x-aaaaaaaaaaaaaaaa"'])("has no version for the ETag %j", async (etag) => {
    expect(await buy({ etag })).not.toHaveProperty("commitment")
  })
})

describe("an answer that is redelivered a day later", () => {
  const yesterdayMs = NOW_MS - 86_400_000
  const resume = async (onSale: string, headers: Readonly<Record<string, string>>, clockMs = NOW_MS) => {
    const { versions } = service(onSale)
    const redelivered = () =>
      Response.json(
        { timestamp: new Date(yesterdayMs).toISOString() },
        { headers: { "payment-response": settledResponse, date: new Date(clockMs).toUTCString(), ...headers } },
      )
    const { controller, payer, receipts } = createPanelHarness([lostAnswer, redelivered])
    await versions.refresh()
    await controller.requote()
    await controller.pay(payer)
    await controller.resume()
    await versions.refresh()
    const owned = receipts.get()[0] ?? null
    const newer = isNewer(versions.get(), { path: product.path, owned, nowMs: NOW_MS })
    return { newer, receipt: owned }
  }

  test("has the version of its ETag, not the current version", async () => {
    expect(await resume(second, { etag: tagOf(first, 16) })).toMatchObject({ newer: true })
    expect(await resume(first, { etag: tagOf(first) })).toMatchObject({ newer: false })
    expect(await resume(first, { etag: `W/${tagOf(first)}` })).toMatchObject({ newer: false })
    expect(await resume(second, {})).toMatchObject({ newer: null })
  })

  test("is one day old by either clock", async () => {
    const { receipt } = await resume(second, {})
    expect(receipt).toMatchObject({ deliveredAtMs: NOW_MS, answeredAtMs: yesterdayMs })
    const fastClock = await resume(second, {}, NOW_MS - 3_600_000)
    expect(fastClock.receipt?.answeredAtMs).toBe(yesterdayMs + 3_600_000)
  })
})

import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { GET as getStatus } from "@/app/api/status/route"
import { partName } from "@/components/panels/status/part-names"
import { healthContract } from "@/lib/endpoints/health/contract"
import { statusContract } from "@/lib/endpoints/status/contract"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { ChainState } from "@/lib/server/health/chain-probe"
import type { GasStatus } from "@/lib/x402/settlement/settlement-funds"
import { sampleHealth } from "@/lib/server/runtime/health"
import { type Runtime, runtime } from "@/lib/server/runtime/runtime"
import { type CatalogueHarness, openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { onFullDisk } from "@/tools/testing/databases/full-disk"
import { GET as getHealth } from "./route"

/** A Friday on which every market is open. */
const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const MINUTE_MS = 60_000
const CONTEXT = { params: Promise.resolve({}) }
const SHARED: Record<symbol, unknown> = globalThis

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))
async function health() {
  const response = await getHealth(new Request("https://signal402.example/api/health"), CONTEXT)
  const answer = healthContract.response.parse(await response.json())
  const part = (name: string) => answer.parts.find((each) => each.name === name)
  return { status: response.status, answer, part }
}

async function status() {
  const response = await getStatus(new Request("https://signal402.example/api/status"), CONTEXT)
  return statusContract.response.parse(await response.json())
}

function gasOf(
  state: GasStatus["state"],
  batches: number,
  changes: Partial<GasStatus> = {},
): { readonly gas: GasStatus } {
  return { gas: { state, lowestPrice: 0n, isPaused: false, keys: [{ address: "0xa", batches }], ...changes } }
}

/** The service as it was, with other parts in place of some. */
async function replace(parts: Partial<Runtime>): Promise<void> {
  SHARED[Symbol.for("signal402.runtime")] = Promise.resolve({ ...(await runtime()), ...parts })
}

function mockChainState(state: ChainState): void {
  SHARED[Symbol.for("signal402.chain-probe")] = () => Promise.resolve(state)
}

describe("health", () => {
  let harness: CatalogueHarness
  beforeAll(async () => {
    harness = await openCatalogueHarness(NOW_MS)
  })
  beforeEach(() => harness.restore())

  test("is 200 with every part ok when everything works", async () => {
    const { status: code, answer, part } = await health()
    expect(answer.parts.filter(({ status }) => status !== "ok")).toEqual([])
    expect([code, answer.status, answer.mode, answer.hosts]).toEqual([200, "ok", "sandbox", []])
    expect(answer.parts.filter(({ kind }) => kind === "feed").length).toBeGreaterThan(15)
    for (const { name } of answer.parts) expect(partName(name), `${name} has a name for people`).not.toBe(name)
    expect(part("candles")).toMatchObject({ status: "ok", source: "binance", as_of: "2026-11-20T15:00:00.000Z" })
    expect(part("vix")).toMatchObject({ status: "ok", source: "cboe", last_error: null })
    expect(part("store")).toMatchObject({ kind: "store", status: "ok", detail: "embedded" })
    expect(part("chain")).toMatchObject({ kind: "chain", status: "ok", detail: "block 1", age_s: 0 })
    expect(part("settler")).toMatchObject({ kind: "settler", status: "ok", detail: "0 waiting, 0 in flight" })
  })

  test("is degraded with 200 when data is too old", async () => {
    vi.setSystemTime(NOW_MS + 90 * MINUTE_MS)
    const { status: code, answer, part } = await health()
    expect([code, answer.status]).toEqual([200, "degraded"])
    expect(part("tokens")).toMatchObject({ status: "degraded", detail: "too old", age_s: 90 * 60 })
    expect(part("prices")).toMatchObject({ status: "degraded", detail: "not refreshed: BTC, ETH, SOL" })
    expect(part("candles")).toMatchObject({ status: "ok" })
    expect(part("vix")).toMatchObject({ status: "ok" })
  })

  test("shows a failure of all exchanges within a minute in the prices row", async () => {
    expect((await health()).part("prices")).toMatchObject({ status: "ok", source: "binance", age_s: 0 })
    harness.failAllRequests()
    vi.setSystemTime(NOW_MS + 50_000)
    await (await runtime()).candles.refreshDue()
    const { status: code, answer, part } = await health()
    expect([code, answer.status]).toEqual([200, "degraded"])
    expect(part("prices")).toMatchObject({ status: "degraded", detail: "not refreshed: BTC, ETH, SOL", age_s: 50 })
    expect(part("candles")).toMatchObject({ status: "ok" })
  })

  test("is degraded by an incomplete feed, and names the missing part", async () => {
    const { feeds } = await runtime()
    const { pools } = feeds
    await replace({
      feeds: { ...feeds, pools: { ...pools, status: () => ({ ...pools.status(), missing: "no pools of Base" }) } },
    })
    const { status: code, answer, part } = await health()
    expect([code, answer.status]).toEqual([200, "degraded"])
    expect(part("pools")).toMatchObject({ status: "degraded", detail: "no pools of Base", age_s: 0 })
  })

  test("is down with 503 without candles or prices", async () => {
    vi.setSystemTime(NOW_MS + 40 * HOUR_MS)
    const { status: code, answer, part } = await health()
    expect([code, answer.status, part("candles")?.status]).toEqual([503, "down", "down"])
  })

  test("is down with 503 when the node does not answer", async () => {
    mockChainState({ blockNumber: null, headMs: null, error: "unreachable" })
    const { status: code, answer, part } = await health()
    expect([code, answer.status]).toEqual([503, "down"])
    expect(part("chain")).toMatchObject({ status: "down", last_error: "unreachable", as_of: null })
  })

  describe("of a node whose head does not advance", () => {
    const mockHeadAge = (ageMs: number) => mockChainState({ blockNumber: 7n, headMs: NOW_MS - ageMs, error: null })
    const live = async () => replace({ config: { ...(await runtime()).config, mode: "live" } })

    test("is degraded after a minute, and down after five: 503", async () => {
      await live()
      mockHeadAge(MINUTE_MS)
      expect((await health()).part("chain")).toMatchObject({ status: "ok", detail: "block 7" })
      mockHeadAge(MINUTE_MS + 1000)
      const late = await health()
      expect([late.status, late.answer.status]).toEqual([200, "degraded"])
      expect(late.part("chain")).toMatchObject({
        detail: "the node's newest block is 1 min old, or this machine's clock is ahead",
        age_s: 61,
      })
      mockHeadAge(12 * MINUTE_MS)
      const lost = await health()
      expect([lost.status, lost.answer.status, lost.part("chain")?.status]).toEqual([503, "down", "down"])
      expect(lost.part("chain")?.detail).toBe(
        "the node's newest block is 12 min old, or this machine's clock is ahead: payments are not taken",
      )
      expect((await status()).parts.find(({ name }) => name === "chain")?.status).toBe("down")
    })

    test("is degraded after a minute and down after five when the node's head is ahead of the clock", async () => {
      await live()
      mockHeadAge(-MINUTE_MS)
      expect((await health()).part("chain")).toMatchObject({ status: "ok", detail: "block 7", age_s: 0 })
      mockHeadAge(-MINUTE_MS - 1000)
      const behind = await health()
      expect([behind.status, behind.part("chain")?.status]).toEqual([200, "degraded"])
      expect(behind.part("chain")?.detail).toBe("this machine's clock is 1 min behind the chain")
      mockHeadAge(-20 * MINUTE_MS)
      const lost = await health()
      expect([lost.status, lost.part("chain")?.status]).toEqual([503, "down"])
      expect(lost.part("chain")).toMatchObject({
        detail: "this machine's clock is 20 min behind the chain: payments are not taken",
        age_s: 0,
      })
    })

    test("is ok in a sandbox without payments", async () => {
      mockHeadAge(12 * MINUTE_MS)
      expect((await health()).part("chain")).toMatchObject({ status: "ok", detail: "block 7", age_s: 12 * 60 })
    })
  })

  test("is down with 503 when the store does not answer", async () => {
    await (await runtime()).store.destroy()
    const { status: code, answer, part } = await health()
    expect([code, answer.status]).toEqual([503, "down"])
    expect(part("store")).toMatchObject({
      status: "down",
      detail: "the database does not answer: payments are not taken",
    })
  })

  test("is down with 503 when the disk is full, because no payment can be written", async () => {
    const { store } = await runtime()
    let isFull = true
    await replace({ store: onFullDisk(store, () => isFull) })
    const { status: code, part } = await health()
    expect([code, part("store")?.status]).toEqual([503, "down"])
    expect(part("store")?.detail).toBe("the disk is full: payments are not taken")
    isFull = false
    vi.setSystemTime(NOW_MS + 11_000)
    expect((await health()).part("store")).toMatchObject({ status: "ok", detail: "embedded" })
  })

  test("takes the store's name from the configuration, because a build renames classes", async () => {
    await replace({ config: { ...(await runtime()).config, databaseUrl: "postgres://db.example/signal402" } })
    expect((await health()).part("store")).toMatchObject({ status: "ok", detail: "PostgreSQL" })
  })

  test("is degraded by a long settlement queue, and shows its length", async () => {
    const { settler } = await runtime()
    const busy = { ...settler.status(), waiting: 1_001, inFlight: 4, lastSettledMs: NOW_MS - MINUTE_MS }
    await replace({ settler: { ...settler, status: () => busy } })
    const { status: code, answer, part } = await health()
    expect([code, answer.status]).toEqual([200, "degraded"])
    expect(part("settler")).toMatchObject({
      status: "degraded",
      detail: "1001 waiting, 4 in flight",
      as_of: "2026-11-20T15:06:00.000Z",
    })
  })

  test.each([
    [200, "degraded", gasOf("low", 3), "gas for 3 more batches"],
    [503, "down", gasOf("empty", 0, { isPaused: true }), "no gas left: payments are not taken"],
    [
      503,
      "down",
      gasOf("price_too_high", 9, { isPaused: true }),
      "gas costs more than SETTLEMENT_MAX_GWEI: payments are not taken",
    ],
    [
      200,
      "degraded",
      gasOf("unprofitable", 9, { lowestPrice: 30_000n }),
      "gas costs more than SETTLEMENT_MAX_SHARE of the price: payments below $0.03 are not taken",
    ],
    [
      503,
      "down",
      gasOf("unprofitable", 9, { lowestPrice: 300_000n, isPaused: true }),
      "gas costs more than SETTLEMENT_MAX_SHARE of the price: payments below $0.30 are not taken",
    ],
    [200, "degraded", { stuckKeys: 1 }, "1 of the accounts stuck"],
    [
      503,
      "down",
      {
        facilitator: {
          host: "facilitator.example",
          isCircuitOpen: true,
          lastFault: "facilitator.example is too slow.",
        },
      },
      "the facilitator failed several times and gets no requests for a while: payments are not taken",
    ],
  ] as const)("a settler in trouble answers %i %s: %o", async (code, status, trouble, words) => {
    const { settler } = await runtime()
    await replace({ settler: { ...settler, status: () => ({ ...settler.status(), ...trouble }) } })
    const { status: answered, answer, part } = await health()
    expect([answered, answer.status]).toEqual([code, status])
    expect(part("settler")).toMatchObject({ status, detail: `0 waiting, 0 in flight; ${words}` })
  })
})

describe("health with failing providers", () => {
  test("lists a host in backoff with its end, and its feed names the fallback provider", async () => {
    await openCatalogueHarness(NOW_MS, "cboe=451,alternative-me=500")
    const { answer, part } = await health()
    expect(part("vix")).toMatchObject({ status: "ok", source: "fred", last_error: "geo_block" })
    expect(part("fearGreed")).toMatchObject({ status: "degraded", detail: "not read yet", last_error: "network" })
    const blocked = { host: "cdn.cboe.com", breaker: "blocked", retry_at: "2026-11-20T21:07:00.000Z" }
    expect(answer.hosts).toEqual([{ ...blocked, last_error: "geo_block" }])
  })
})

describe("24 hours of health", () => {
  beforeEach(() => openCatalogueHarness(NOW_MS))

  test("are sampled every five minutes and shown by 15 minutes", async () => {
    await sampleHealth()
    mockChainState({ blockNumber: null, headMs: null, error: "unreachable" })
    vi.setSystemTime(NOW_MS + 5 * MINUTE_MS)
    await sampleHealth()
    const { parts, from, to, incidents } = await status()
    expect(incidents).toEqual([{ part: "chain", status: "down", from: "2026-11-20T15:10:00.000Z", to: null }])
    expect([from, to]).toEqual(["2026-11-19T15:15:00.000Z", "2026-11-20T15:15:00.000Z"])
    expect(parts.find(({ name }) => name === "chain")).toEqual({
      name: "chain",
      status: "down",
      ok_share: 0.5,
      buckets: [{ from: "2026-11-20T15:00:00.000Z", status: "down" }],
    })
    expect(parts.find(({ name }) => name === "store")).toMatchObject({ status: "ok", ok_share: 1 })
    expect(parts.map(({ name }) => name)).toEqual((await health()).answer.parts.map(({ name }) => name))
  })
})

import { expect, test } from "vitest"
import { intervalMs } from "@/lib/domain/market/candle"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { openTimes, priceAt } from "@/tools/testing/feeds/wire-candles"
import { CandleAnswer, readOkxError } from "./schema"
import { createOkxSource } from "./spot-client"
import { createOkxSwapSource } from "./swap-client"

const FIXTURES = "lib/market/sources/okx/fixtures"
const NOW = Date.UTC(2026, 10, 20, 12, 30)
const HOUR = intervalMs["1h"]

function okx(answer: Parameters<typeof createFakeProvider>[0]) {
  const provider = createFakeProvider(answer, { startMs: NOW })
  const ports = { http: provider.http, clock: provider.time.clock }
  return { ...provider, spot: createOkxSource(ports), swap: createOkxSwapSource(ports) }
}

function recorded(name: string) {
  return okx(() => ({ body: fixtureJson(`${FIXTURES}/${name}.json`) }))
}

test("recorded hours are read as candles, oldest first", async () => {
  const { spot, time } = recorded("market_candles_BTC-USDT_1H")
  time.set(1_705_440_000_000)
  const { candles } = await spot.candles("BTC", "1h", { fromMs: 1_705_420_800_000, toMs: 1_705_435_200_000 })
  expect(candles).toHaveLength(4)
  expect(candles[0]).toMatchObject({ openTimeMs: 1_705_420_800_000, openUsd: 43_253.6, closeUsd: 43_250.9 })
})

test("a range is read in pages of 300, at most 1440 deep, without the running candle", async () => {
  const { spot, requests } = okx((request) => {
    const query = new URL(request.url).searchParams
    const times = openTimes(Number(query.get("before")) + 1, Math.min(Number(query.get("after")), NOW), HOUR)
    const data = times.map((ms) => {
      const price = String(priceAt(ms))
      return [String(ms), price, price, price, price, "1", "1", "1", ms + HOUR <= NOW ? "1" : "0"]
    })
    return { body: { code: "0", msg: "", data: data.slice(-300).toReversed() } }
  })
  const toMs = NOW - HOUR / 2
  const { candles } = await spot.candles("ETH", "1h", { fromMs: toMs - 1500 * HOUR, toMs })
  expect(requests).toHaveLength(5)
  expect(candles.map((candle) => candle.openTimeMs)).toEqual(openTimes(NOW - 1440 * HOUR, toMs, HOUR))
})

test("a candle that OKX marks as running is not returned, but counts as the newest listed candle", async () => {
  const [closedMs, runningMs] = [NOW - HOUR * 1.5, NOW - HOUR / 2]
  const { spot, time } = okx(() => ({
    body: {
      code: "0",
      msg: "",
      data: [
        [String(runningMs), "1", "1", "1", "1", "1", "1", "1", "0"],
        [String(closedMs), "1", "1", "1", "1", "1", "1", "1", "1"],
      ],
    },
  }))
  time.set(runningMs + HOUR)
  const page = await spot.candles("BTC", "1h", { fromMs: closedMs, toMs: NOW + HOUR })
  expect(page.candles.map(({ openTimeMs }) => openTimeMs)).toEqual([closedMs])
  expect(page.newestOpenMs).toBe(runningMs)
})

test("a candle that opens ahead of time does not show others as closed", async () => {
  const openMs = NOW - (NOW % HOUR)
  const row = (ms: number) => [String(ms), "1", "1", "1", "1", "1", "1", "1", "0"]
  const { spot } = okx(() => ({ body: { code: "0", msg: "", data: [row(openMs + 24 * HOUR), row(openMs)] } }))
  const page = await spot.candles("BTC", "1h", { fromMs: openMs, toMs: openMs + HOUR })
  expect(page.newestOpenMs).toBe(openMs)
})

test("a settlement that is listed twice keeps its interval; an empty realized rate is not one", async () => {
  const rate = (hour: number, realizedRate: string) => ({
    fundingRate: "0.0001",
    realizedRate,
    fundingTime: String(Date.UTC(2026, 10, 20, hour)),
  })
  const data = [rate(8, "0.0001"), rate(4, "0.0001"), rate(4, "0.0001"), rate(0, "")]
  const { points } = await okx(() => ({ body: { code: "0", msg: "", data } })).swap.fundingHistory("BTC")
  expect(points.map(({ fundingPctPer8h }) => fundingPctPer8h)).toEqual([0.02, 0.02, 0.02])
})

test.each([451, 403])("where the first host answers %i, the US host is read", async (status) => {
  const body = { code: "0", msg: "", data: [{ last: "100.5", ts: String(NOW) }] }
  const { spot, requests } = okx(({ url }) => (url.includes("us.okx.com") ? { body } : { status, body: "blocked" }))
  expect(await spot.price("BTC")).toEqual({ priceUsd: 100.5, asOfMs: NOW })
  expect(requests.map(({ url }) => new URL(url).host)).toEqual(["www.okx.com", "us.okx.com"])
})

test("daily candles open at 00:00 UTC", async () => {
  const { spot, requests } = recorded("error_51001")
  await expect(spot.candles("BTC", "1d", { fromMs: NOW - 48 * HOUR, toMs: NOW })).rejects.toMatchObject({
    kind: "not_found",
  })
  expect(requests[0]?.url).toContain("bar=1Dutc")
})

test("the documented statistics become series, with sell before buy in taker flow", async () => {
  expect((await recorded("public_funding-rate-history").swap.fundingHistory("BTC")).points).toEqual([
    { atMs: 1_597_024_800_000, fundingPctPer8h: expect.closeTo(1.7, 9) },
  ])
  expect((await recorded("rubik_open-interest-history_shape").swap.openInterestHistory("BTC", "1d")).points[1]).toEqual(
    {
      atMs: 1_701_417_600_000,
      openInterestBase: 7313.7757500501,
      openInterestUsd: 283_456_789.1,
    },
  )
  const ratios = await recorded("rubik_long-short-account-ratio-contract").swap.longShort("BTC", "1h")
  expect(ratios).toMatchObject({ asOfMs: 1_729_323_600_000, droppedRows: 0 })
  const taker = await recorded("rubik_taker-volume-contract_shape").swap.takerFlow("BTC", "1h")
  expect(taker.points[0]).toEqual({ atMs: 1_729_321_200_000, takerSellBase: 512.1, takerBuyBase: 540.9 })
})

test("a basis needs prices of one time, and a predicted rate a settlement that comes after a plausible interval", async () => {
  const settlesMs = NOW + 2 * HOUR
  const quote = (given: { indexMs?: number; fundingMs?: number; nextMs?: number }) => {
    const { indexMs = NOW, fundingMs = settlesMs, nextMs = settlesMs + 8 * HOUR } = given
    const data: Readonly<Record<string, object>> = {
      "mark-price": { markPx: "101", ts: String(NOW) },
      "index-tickers": { idxPx: "100", ts: String(indexMs) },
      "funding-rate": { fundingRate: "0.0001", fundingTime: String(fundingMs), nextFundingTime: String(nextMs) },
    }
    return okx(({ url }) => {
      const row = data[new URL(url).pathname.split("/").at(-1) ?? ""]
      return { body: { code: "0", msg: "", data: [row] } }
    }).swap.quote("BTC")
  }
  expect(await quote({})).toEqual({ atMs: NOW, basisPct: expect.closeTo(1, 9), predictedPctPer8h: 0.01 })
  expect(await quote({ nextMs: settlesMs + 4 * HOUR })).toMatchObject({ predictedPctPer8h: 0.02 })
  expect(await quote({ nextMs: settlesMs + 60_000 }), "a minute").toMatchObject({ predictedPctPer8h: null })
  expect(await quote({ fundingMs: NOW - HOUR, nextMs: NOW + 7 * HOUR })).toMatchObject({ predictedPctPer8h: null })
  await expect(quote({ indexMs: NOW - HOUR })).rejects.toMatchObject({ kind: "stale" })
})

test("taker flow is requested in coins", async () => {
  const { swap, requests } = recorded("rubik_taker-volume-contract_shape")
  await swap.takerFlow("BTC", "1h")
  // "0: Crypto, 1: Contracts, 2: U": https://www.okx.com/docs-v5/en/#trading-statistics-rest-api-get-contract-taker-volume
  expect(new URL(requests[0]?.url ?? "").searchParams.get("unit")).toBe("0")
})

test("the running period of taker flow is skipped", async () => {
  const { swap, time } = recorded("rubik_taker-volume-contract_shape")
  time.set(1_729_324_800_000 + HOUR - 1)
  expect((await swap.takerFlow("BTC", "1h")).asOfMs).toBe(1_729_321_200_000)
})

test.each([
  ["error_50011_rate_limit", 429, "rate_limited"],
  ["error_50011_rate_limit", 200, "rate_limited"],
  ["error_51001", 200, "not_found"],
  ["error_51001", 400, "not_found"],
])("the answer %s with status %i is a source error of kind %s", async (name, status, kind) => {
  const { spot, swap } = okx(() => ({ status, body: fixtureJson(`${FIXTURES}/${name}.json`) }))
  await expect(spot.price("BTC")).rejects.toMatchObject({ kind })
  await expect(swap.fundingHistory("BTC")).rejects.toMatchObject({ kind })
})

test.each([
  ["50013", 429, "rate_limited", 1],
  ["50013", 200, "rate_limited", 1],
  ["50026", 500, "network", 2],
  ["50026", 200, "network", 2],
  ["51001", 503, "network", 2],
] as const)("code %s with status %i is %s: a transient fault counts as one", async (code, status, kind, asked) => {
  const { spot, http, requests } = okx(() => ({ status, body: { code, msg: "System is busy", data: [] } }))
  await expect(spot.price("BTC")).rejects.toMatchObject({ kind })
  expect(requests).toHaveLength(asked)
  await Promise.allSettled([spot.price("BTC"), spot.price("ETH")])
  expect(http.health()[0]?.breaker).toBe("open")
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http, clock) => createOkxSource({ http, clock }).price("BTC"))
  await expectOnlySourceErrors((http, clock) =>
    createOkxSource({ http, clock }).candles("BTC", "4h", { fromMs: NOW - 9 * HOUR, toMs: NOW }),
  )
  await expectOnlySourceErrors((http, clock) => createOkxSwapSource({ http, clock }).fundingHistory("BTC"))
  await expectOnlySourceErrors((http, clock) => createOkxSwapSource({ http, clock }).takerFlow("BTC", "1h"))
})

test("every fixture is parsed, and every error fixture is a source error", () => {
  for (const path of providerFixtures("okx", /^market_candles/)) CandleAnswer.parse(fixtureJson(path))
  for (const path of providerFixtures("okx", /^error/)) expect(readOkxError(fixtureJson(path))).not.toBeNull()
})

import { describe, expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createKalshiSource } from "./client"

const NOW = Date.UTC(2026, 10, 27, 12)
const { markets } = fixtureJson("lib/market/sources/kalshi/fixtures/markets_shape.json") as {
  readonly markets: readonly Record<string, unknown>[]
}

function source(rows: readonly unknown[]) {
  const provider = createFakeProvider(
    ({ url }) => {
      const series = new URL(url).searchParams.get("series_ticker")
      const own = (row: unknown) => String((row as { ticker?: unknown } | null)?.ticker).startsWith(`${series}-`)
      return { body: { markets: rows.filter((row) => own(row)), cursor: "" } }
    },
    { startMs: NOW },
  )
  return {
    requests: provider.requests,
    kalshi: createKalshiSource({ http: provider.http, clock: provider.time.clock }),
  }
}

const read = async (rows: readonly unknown[]) => (await source(rows).kalshi.questions("BTC")).questions
const [close = {}] = markets

test("the documented answer is read: what is asked, until when in New York, best quotes and contracts", async () => {
  expect(await read(markets)).toEqual([
    {
      ticker: "KXBTCD-26NOV2717-T91249.99",
      kind: "close",
      side: "above",
      levelUsd: 91_249.99,
      // 17:00 in New York, in winter.
      untilMs: Date.UTC(2026, 10, 27, 22),
      isOpen: true,
      openMs: Date.UTC(2026, 10, 26, 21),
      bid: 0.43,
      ask: 0.45,
      bidContracts: 412,
      askContracts: 90,
    },
    expect.objectContaining({ levelUsd: 99_749.99, bid: null, ask: 0.01, bidContracts: 0, askContracts: 14_862 }),
    expect.objectContaining({
      kind: "touch",
      side: "above",
      levelUsd: 95_000,
      untilMs: Date.UTC(2026, 11, 1, 4, 59, 59),
      openMs: Date.UTC(2026, 10, 1, 4),
      askContracts: 77.5,
    }),
    expect.objectContaining({ kind: "touch", side: "below", levelUsd: 85_000, bid: 0.11, ask: 0.13 }),
  ])
})

test("each series of a coin is asked for once, and no market is no error", async () => {
  const { kalshi, requests } = source([])
  expect(await kalshi.questions("SOL")).toEqual({ atMs: NOW, questions: [] })
  expect(requests.map(({ url }) => new URL(url).searchParams.get("series_ticker"))).toEqual([
    "KXSOLD",
    "KXSOLMAXMON",
    "KXSOLMINMON",
  ])
})

test("an hour of summer time is that of New York", async () => {
  const summer = { ...close, ticker: "KXBTCD-26AUG1717-T91249.99", close_time: "2026-08-17T21:00:00Z" }
  expect(await read([summer])).toMatchObject([{ untilMs: Date.UTC(2026, 7, 17, 21) }])
})

describe("a row that asks for something else than its ticker says is no question", () => {
  test.each([
    ["another level", { floor_strike: 912_499.9 }],
    ["no level", { floor_strike: null }],
    ["a level on the other side", { floor_strike: undefined, cap_strike: 91_249.99 }],
    ["a range", { strike_type: "between" }],
    ["another hour", { close_time: "2026-11-27T17:00:00Z" }],
    ["the hour of another zone", { close_time: "2026-11-27T22:00:00-05:00" }],
    ["another underlying", { ticker: "KXBTCD-ETH-26NOV2717-T91249.99" }],
    ["a day that does not exist", { ticker: "KXBTCD-26FEB3117-T91249.99" }],
    ["no price", { ticker: "KXBTCD-26NOV2717-T0", floor_strike: 0 }],
  ])("%s", async (_, change) => {
    expect(await read([{ ...close, ...change }])).toEqual([])
  })

  test("a touch of another coin's level", async () => {
    expect(await read([{ ...markets[2], ticker: "KXBTCMAXMON-ETH-26NOV30-9500000" }])).toEqual([])
  })
})

test("prices in cents, or without one, are a changed shape, and no guess", async () => {
  const { yes_bid_dollars: _, ...without } = close
  for (const row of [{ ...close, yes_bid_dollars: 43 }, without, { ...close, yes_ask_dollars: "-0.4500" }])
    await expect(read([row])).rejects.toThrow("unreadable")
})

test("any answer gives questions or a source error", async () => {
  await expectOnlySourceErrors((http, clock) => createKalshiSource({ http, clock }).questions("ETH"))
})

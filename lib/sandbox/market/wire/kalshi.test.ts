import { describe, expect, test } from "vitest"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import type { MarketQuestion } from "@/lib/domain/prediction/market-question"
import { usableQuestions } from "@/lib/domain/prediction/usable-questions"
import { mean } from "@/lib/domain/statistics/moments"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { createKalshiSource } from "@/lib/market/sources/kalshi/client"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { kalshi } from "./kalshi"

const market = createSimulatedMarket({ seed: 7 })
const START = market.genesisMs + 500 * DAY_MS + 3 * HOUR_MS

async function readAt(nowMs: number, coin: Coin = "BTC") {
  const answer = (url: string) => kalshi({ market, nowMs, url: new URL(url), body: "" })
  const { http, time } = createFakeProvider(async ({ url }) => ({ body: await answer(url)?.text() }), {
    startMs: nowMs,
  })
  return createKalshiSource({ http, clock: time.clock }).questions(coin)
}

async function rowsAt(nowMs: number, query: string): Promise<readonly Row[]> {
  const url = new URL(`https://api.elections.kalshi.com/trade-api/v2/markets?${query}`)
  const body: unknown = await kalshi({ market, nowMs, url, body: "" })?.json()
  return (body as { readonly markets: readonly Row[] }).markets
}

type Row = Readonly<
  Record<"ticker" | "status" | "result" | "close_time" | "yes_bid_dollars" | "yes_ask_dollars", string>
> & {
  readonly floor_strike: number
}

const mid = ({ bid, ask }: MarketQuestion) => ((bid ?? 0) + (ask ?? 1)) / 2
const keyOf = ({ ticker }: MarketQuestion) => ticker

test.each(COINS)(
  "questions on %s are open, named after their level and end, and most of those near the price are traded",
  async (coin) => {
    const { questions } = await readAt(START, coin)
    const { used, leftOut } = usableQuestions(questions, { nowMs: START, priceUsd: market.priceAt(coin, START) })
    expect(new Set(questions.map(({ kind, side }) => `${kind} ${side}`)).size).toBe(3)
    expect(used.length).toBeGreaterThan(8)
    expect([leftOut.implausible, leftOut.crossed, leftOut.duplicate, leftOut.decided]).toEqual([0, 0, 0, 0])
  },
)

describe("prices move with the simulated price", () => {
  test("a higher price makes the same contract above a level dearer, and one below it cheaper", async () => {
    let [agreed, moved] = [0, 0]
    for (let day = 0; day < 40; day++) {
      const fromMs = START + day * DAY_MS
      const [before, after] = [await readAt(fromMs), await readAt(fromMs + 3 * HOUR_MS)]
      const change = Math.log(market.priceAt("BTC", fromMs + 3 * HOUR_MS) / market.priceAt("BTC", fromMs))
      if (Math.abs(change) < 0.006) continue
      const then = new Map(after.questions.map((question) => [keyOf(question), mid(question)]))
      for (const question of before.questions) {
        const next = then.get(keyOf(question))
        if (next === undefined || mid(question) < 0.1 || mid(question) > 0.9) continue
        moved++
        if (Math.sign(next - mid(question)) === Math.sign(change) * (question.side === "above" ? 1 : -1)) agreed++
      }
    }
    expect(moved).toBeGreaterThan(100)
    expect(agreed / moved).toBeGreaterThan(0.9)
  })

  test("a higher level is never likelier, and never both cheaper to buy and dearer to sell than a lower one", async () => {
    const { questions } = await readAt(START)
    for (const kind of ["close", "touch"] as const) {
      const ladder = questions.filter((one) => one.kind === kind && one.side === "above")
      const sorted = ladder.toSorted((a, b) => a.levelUsd - b.levelUsd)
      for (const [index, one] of sorted.slice(1).entries())
        expect(one.bid ?? 0).toBeLessThanOrEqual(sorted[index]?.ask ?? 1)
    }
  })
})

test("what is unlikely is a little too dear, what is likely a little too cheap, and the frequency is near the price", async () => {
  const seen: { readonly price: number; readonly isYes: boolean }[] = []
  for (let day = 0; day < 200; day++) {
    const nowMs = START + 2 * day * DAY_MS
    for (const row of await rowsAt(nowMs, "series_ticker=KXBTCD&status=open&limit=1000")) {
      const [bid, ask] = [Number(row.yes_bid_dollars), Number(row.yes_ask_dollars)]
      const isYes = market.priceAt("BTC", Date.parse(row.close_time)) > row.floor_strike
      if (bid > 0 && ask < 1) seen.push({ price: (bid + ask) / 2, isYes })
    }
  }
  const within = (low: number, high: number) => {
    const those = seen.filter(({ price }) => price >= low && price < high)
    return {
      price: mean(those.map((one) => one.price)) ?? NaN,
      share: mean(those.map((one) => Number(one.isYes))) ?? NaN,
    }
  }
  for (const [low, high] of [
    [0.02, 0.2],
    [0.2, 0.4],
    [0.4, 0.6],
    [0.6, 0.8],
    [0.8, 0.98],
  ] as const) {
    const { price, share } = within(low, high)
    expect(Math.abs(price - share), `${low} to ${high}`).toBeLessThan(0.08)
  }
  const [unlikely, likely] = [within(0.02, 0.4), within(0.6, 0.98)]
  expect(unlikely.price).toBeGreaterThan(unlikely.share)
  expect(likely.price).toBeLessThan(likely.share)
})

test("an event ends: it is not open any more, and its result is that of the simulated price", async () => {
  const { questions } = await readAt(START)
  const first = questions.find(({ kind }) => kind === "close")
  const endMs = first?.untilMs ?? NaN
  const query = "series_ticker=KXBTCD&limit=1000"
  expect((await rowsAt(endMs, `${query}&status=open`)).map(({ ticker }) => ticker)).not.toContain(first?.ticker)
  const settled = (await rowsAt(endMs + HOUR_MS, `${query}&status=settled`)).filter(
    ({ ticker }) => ticker.split("-")[1] === first?.ticker.split("-")[1],
  )
  expect(settled).toHaveLength(40)
  for (const { result, floor_strike: level } of settled)
    expect(result).toBe(market.priceAt("BTC", endMs) > level ? "yes" : "no")
})

test("a level that was touched in the month is not open, and an unknown series is empty", async () => {
  let touched = 0
  for (let day = 0; day < 60; day += 5) {
    const nowMs = START + day * DAY_MS
    for (const { ticker, floor_strike: level } of await rowsAt(nowMs, "series_ticker=KXBTCMAXMON&status=settled")) {
      touched++
      expect((await readAt(nowMs)).questions.map(keyOf)).not.toContain(ticker)
      const month = market.candles("BTC", "1h", { fromMs: nowMs - 32 * DAY_MS, toMs: nowMs, nowMs })
      expect(Math.max(...month.map(({ highUsd }) => highUsd))).toBeGreaterThan(level)
    }
  }
  expect(touched).toBeGreaterThan(3)
  expect(await rowsAt(START, "series_ticker=KXDOGED")).toEqual([])
})

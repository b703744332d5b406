import { expect, test } from "vitest"
import { parseFaults, type Faults } from "./faults"
import { createSandboxFetch } from "./sandbox-fetch"
import { createSimulatedMarket } from "./simulated-market"

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
const HOUR = 3_600_000
const market = createSimulatedMarket({ seed: 5 })
const TIME = "https://data-api.binance.vision/api/v3/time"
const PRICE = "https://data-api.binance.vision/api/v3/ticker/price?symbol=BTCUSDT"

function fetchWith(faults: Faults, nowMs = NOW) {
  return createSandboxFetch({ market, clock: () => nowMs, faults })
}

test("a fault can be set and removed while the sandbox runs", async () => {
  const faults: Faults = new Map()
  const fetch = fetchWith(faults)
  expect((await fetch(PRICE)).status).toBe(200)
  faults.set("binance", { kind: "status", status: 503 })
  expect((await fetch(PRICE)).status).toBe(503)
  faults.delete("binance")
  expect((await fetch(PRICE)).status).toBe(200)
})

test("a rate limit has a Retry-After header", async () => {
  const response = await fetchWith(parseFaults("binance=429"))(PRICE)
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"])
})

test("stale content stays the same while the clock advances", async () => {
  const faults = parseFaults("binance=stale:2026-11-20T10:00:00Z")
  const [first, later] = await Promise.all([fetchWith(faults)(PRICE), fetchWith(faults, NOW + 9 * HOUR)(PRICE)])
  const frozen = { symbol: "BTCUSDT", price: market.priceAt("BTC", Date.UTC(2026, 10, 20, 10)).toFixed(2) + "000000" }
  expect([await first.json(), await later.json()]).toEqual([frozen, frozen])
})

test("a skewed provider answers with another time", async () => {
  const response = await fetchWith(parseFaults("binance=skew:-60000"))(TIME)
  expect(await response.json()).toEqual({ serverTime: NOW - 60_000 })
})

test("the caller can abort a slow answer", async () => {
  const caller = new AbortController()
  const answer = fetchWith(parseFaults("binance=latency:600000"))(PRICE, { signal: caller.signal })
  caller.abort(new Error("enough"))
  await expect(answer).rejects.toThrow("enough")
})

test("an unknown path of a known host is 404, and an unknown host is a network error", async () => {
  const fetch = createSandboxFetch({ market, clock: () => NOW })
  expect((await fetch("https://api.kraken.com/0/private/Balance")).status).toBe(404)
  await expect(fetch("https://nobody.example/ping")).rejects.toThrow("fetch failed")
})

test("parseFaults() returns the faults by provider", () => {
  expect([...parseFaults(" binance=451, okx=latency:3000,farside=html ")]).toEqual([
    ["binance", { kind: "status", status: 451 }],
    ["okx", { kind: "latency", latencyMs: 3000 }],
    ["farside", { kind: "html" }],
  ])
  expect(parseFaults("").size).toBe(0)
})

test.each(["kraken=stale:yesterday", "okx=latency:-5", "bybit=skew:soon", "fred=429,cboe=418"])(
  "%j is refused with its invalid part",
  (text) => {
    expect(() => parseFaults(text)).toThrow(`"${text.split(",").at(-1)}" is not PROVIDER=FAULT`)
  },
)

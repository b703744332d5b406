import { expect, test } from "vitest"
import { isSourceError } from "@/lib/outbound/errors"
import { timerSleep } from "@/lib/outbound/ports"
import { createSourceClient } from "@/lib/outbound/source-client"
import { createBinanceSource } from "@/lib/market/sources/binance/client"
import { createCoinbaseSource } from "@/lib/market/sources/coinbase/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { InvalidFaultError, parseFaults } from "./faults"
import { createSandboxFetch } from "./sandbox-fetch"
import { testMarket as market } from "@/tools/testing/feeds/test-market"

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)
const DAY = 86_400_000
const clock = () => NOW

function sources(faults: string) {
  const http = createSourceClient({
    fetch: createSandboxFetch({ market, clock, faults: parseFaults(faults) }),
    clock,
    sleep: timerSleep,
    random: () => 0,
    userAgent: "test/1.0",
  })
  return [
    createBinanceSource({ http, clock }),
    createCoinbaseSource({ http, clock }),
    createKrakenSource({ http, clock }),
  ]
}

test("the source adapters read every venue, and the venues' candles agree", async () => {
  for (const interval of ["1h", "4h", "1d"] as const) {
    const range = { fromMs: NOW - 20 * DAY, toMs: NOW }
    const read = await Promise.all(sources("").map((source) => source.candles("BTC", interval, range)))
    const [binance, ...others] = read
    for (const other of others) {
      expect(other.candles.length).toBe(binance?.candles.length)
      for (const [i, candle] of other.candles.entries()) {
        const reference = binance?.candles[i]
        expect(candle.openTimeMs).toBe(reference?.openTimeMs)
        expect(Math.abs(candle.closeUsd / (reference?.closeUsd ?? 0) - 1)).toBeLessThan(0.001)
      }
    }
  }
})

test("the venues' prices agree within 0.1%", async () => {
  const prices = await Promise.all(sources("").map((source) => source.price("SOL")))
  for (const { priceUsd } of prices) expect(Math.abs(priceUsd / market.priceAt("SOL", NOW) - 1)).toBeLessThan(0.001)
})

test.each(["429", "451", "403", "500", "503", "html", "truncated", "drift", "down"])(
  "a venue with the fault %s fails with a source error",
  async (fault) => {
    const [binance] = sources(`binance=${fault}`)
    const error = await binance?.candles("BTC", "1d", { fromMs: NOW - 9 * DAY, toMs: NOW }).catch((e: unknown) => e)
    expect(isSourceError(error)).toBe(true)
  },
)

test("a host that the sandbox does not simulate is a network error", async () => {
  const fetch = createSandboxFetch({ market, clock, faults: new Map() })
  await expect(fetch("https://example.com/")).rejects.toThrow(TypeError)
})

test.each(["nobody=429", "binance", "binance=418", "binance=latency:", "binance=429=1", "kraken=html:3"])(
  "%j is refused as a fault list",
  (text) => {
    expect(() => parseFaults(text)).toThrow(InvalidFaultError)
  },
)

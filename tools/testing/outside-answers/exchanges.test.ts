import { expect } from "vitest"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createCoinbaseSource } from "@/lib/market/sources/coinbase/client"
import { createHyperliquidSource } from "@/lib/market/sources/hyperliquid/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { createKrakenFuturesSource } from "@/lib/market/sources/kraken-futures/client"
import { createOkxSwapSource } from "@/lib/market/sources/okx/swap-client"
import { answering, outside } from "./outside"

const CCXT = "ccxt/ccxt 4.5.84"
const KRAKEN_CLI = "kraken-cli, tests, a stand-in of historical-funding-rates of 2026-04-12"

outside(
  "hummingbot/hummingbot 2bfaccc4, tests of the Kraken candles feed, recorded 2024-05",
  "Kraken: seconds, open, high, low, close; the mean price is no volume, and the last row is still open",
  async () => {
    const rows = [
      [1716127200, "66934.0", "66951.8", "66800.0", "66901.6", "66899.9", "28.50228560", 763],
      [1716130800, "66901.7", "66989.3", "66551.7", "66669.9", "66742.1", "53.13722207", 1022],
    ]
    const nowMs = 1716130800_000 + 60_000
    const source = createKrakenSource(answering({ error: [], result: { XXBTZUSD: rows, last: 1718715600 } }, nowMs))
    const page = await source.candles("BTC", "1h", { fromMs: nowMs - 3 * HOUR_MS, toMs: nowMs })
    expect(page.candles).toEqual([
      {
        openTimeMs: Date.UTC(2024, 4, 19, 14),
        openUsd: 66934,
        highUsd: 66951.8,
        lowUsd: 66800,
        closeUsd: 66901.6,
        volumeBase: 28.5022856,
        takerBuyVolumeBase: null,
      },
    ])
  },
)

outside(
  KRAKEN_CLI,
  "Kraken Futures: the relative rate is a fraction for one hour, beside dollars a coin that are not read",
  async () => {
    const rates = [
      {
        timestamp: "2026-04-12T06:00:00Z",
        fundingRate: 0.3761286388681191,
        relativeFundingRate: 5.247063888889e-6,
      },
    ]
    const source = createKrakenFuturesSource(answering({ result: "success", rates }))
    const { points } = await source.fundingHistory("BTC", 0)
    expect(points).toEqual([{ atMs: Date.UTC(2026, 3, 12, 6), fundingPctPer8h: expect.closeTo(0.0041976511, 9) }])
  },
)

outside(
  `${CCXT}, ts/src/hyperliquid.ts, metaAndAssetCtxs`,
  "Hyperliquid: funding is for one hour, open interest in coins, the contract is above its oracle",
  async () => {
    const context = {
      dayNtlVlm: "9450588.2273",
      funding: "0.0000198",
      markPx: "108.04",
      openInterest: "10764.48",
      oraclePx: "107.99",
      prevDayPx: "111.81",
    }
    const source = createHyperliquidSource(answering([{ universe: [{ name: "SOL", szDecimals: 2 }] }, [context]]))
    expect(await source.openInterest("SOL")).toMatchObject({
      openInterestBase: 10764.48,
      openInterestUsd: expect.closeTo(1_162_994.42, 2),
    })
    expect(await source.quote("SOL")).toMatchObject({
      predictedPctPer8h: expect.closeTo(0.01584, 9),
      basisPct: expect.closeTo(0.0463006, 6),
    })
    expect(await source.perpetuals()).toEqual([
      { symbol: "SOL", priceUsd: 108.04, dayBeforeUsd: 111.81, volume24hUsd: 9450588.2273 },
    ])
  },
)

outside(
  `${CCXT}, ts/src/okx.ts, long-short-account-ratio-contract`,
  "OKX: below one more accounts are short than long, newest first",
  async () => {
    const data = [
      ["1729323600000", "0.9398602814619824"],
      ["1729320000000", "0.9398602814619824"],
    ]
    const { points } = await createOkxSwapSource(answering({ code: "0", data, msg: "" })).longShort("BTC", "1h")
    expect(points.map(({ atMs }) => atMs)).toEqual([Date.UTC(2024, 9, 19, 6, 40), Date.UTC(2024, 9, 19, 7, 40)])
    expect(points[0]?.longShortRatio).toBeLessThan(1)
  },
)

outside(
  `${CCXT}, ts/src/coinbaseexchange.ts, candles; the time is ours`,
  "Coinbase: seconds, then low and high before open and close",
  async () => {
    const rows = [[1591513200, 0.02505, 0.02507, 0.02505, 0.02507, 0.19918178]]
    const range = { fromMs: 1591513200_000, toMs: 1591516800_000 }
    const page = await createCoinbaseSource(answering(rows)).candles("BTC", "1h", range)
    expect(page.candles).toEqual([
      {
        openTimeMs: Date.UTC(2020, 5, 7, 7),
        openUsd: 0.02505,
        highUsd: 0.02507,
        lowUsd: 0.02505,
        closeUsd: 0.02507,
        volumeBase: 0.19918178,
        takerBuyVolumeBase: null,
      },
    ])
  },
)

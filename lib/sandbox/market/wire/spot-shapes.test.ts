import { expect, test } from "vitest"
import { shapeFaults, type ShapeCase } from "@/tools/testing/feeds/shape-faults"

const cases: readonly ShapeCase[] = [
  {
    url: "data-api.binance.vision/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=5",
    sample: [
      [
        1672981200000,
        "16823.24000000",
        "16823.63000000",
        "16792.12000000",
        "16810.18000000",
        "6230.44034000",
        1672984799999,
        "104737787.36570630",
        162086,
        "3058.60695000",
        "51418990.63131130",
        "0",
      ],
    ],
  },
  {
    url: `data-api.binance.vision/api/v3/ticker/price?symbols=${encodeURIComponent('["BTCUSDT","SOLUSDT"]')}`,
    sample: [{ symbol: "BTCUSDT", price: "77034.80000000" }],
  },
  {
    url: "data-api.binance.vision/api/v3/ticker/24hr?symbol=ETHUSDT",
    sample: {
      symbol: "BTCUSDT",
      priceChange: "-94.99999800",
      priceChangePercent: "-95.960",
      weightedAvgPrice: "0.29628482",
      lastPrice: "4.00000200",
      openPrice: "99.00000000",
      highPrice: "100.00000000",
      lowPrice: "0.10000000",
      volume: "8913.30000000",
      quoteVolume: "15.30000000",
      openTime: 1499783499040,
      closeTime: 1499869899040,
      count: 76,
    },
  },
  {
    url: "data-api.binance.vision/api/v3/klines?symbol=DOGEUSDT&interval=1h",
    sample: { code: -1121, msg: "Invalid symbol." },
  },
  {
    url: "api.exchange.coinbase.com/products/BTC-USD/candles?granularity=3600",
    sample: [[1591514160, 0.02507, 0.02507, 0.02507, 0.02507, 0.02816506]],
  },
  {
    url: "api.exchange.coinbase.com/products/USDT-USD/ticker",
    sample: {
      trade_id: 843439,
      price: "0.997999",
      size: "80.29769",
      time: "2020-01-28T02:13:33.012523Z",
      bid: "0.997094",
      ask: "0.998",
      volume: "1903188.03750000",
    },
  },
  { url: "api.exchange.coinbase.com/products/DOGE-USD/ticker", sample: { message: "NotFound" } },
  {
    url: "api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=60",
    sample: {
      error: [],
      result: {
        XXBTZUSD: [[1716127200, "66934.0", "66951.8", "66800.0", "66901.6", "66899.9", "28.50228560", 763]],
        last: 1718715600,
      },
    },
  },
  {
    url: "api.kraken.com/0/public/Ticker?pair=XBTUSD,SOLUSD",
    sample: {
      error: [],
      result: { XXBTZUSD: { c: ["1.0", "1.0"], t: [1, 2], o: "1.0" }, SOLUSD: { a: ["1", "1", "1.000"] } },
    },
  },
  { url: "api.kraken.com/0/public/Ticker?pair=NOPE", sample: { error: ["EQuery:Unknown asset pair"] } },
  {
    url: "www.okx.com/api/v5/market/candles?instId=BTC-USDT&bar=1H",
    sample: {
      code: "0",
      msg: "",
      data: [["1705431600000", "43016", "43183.8", "42946", "43169.7", "404.7", "1.2", "1.2", "1"]],
    },
  },
  {
    url: "www.okx.com/api/v5/market/ticker?instId=ETH-USDT",
    sample: {
      code: "0",
      msg: "",
      data: [{ instType: "SPOT", instId: "ETH-BTC", last: "0.07", open24h: "0.07", ts: "1621440583784" }],
    },
  },
]

test.each(cases)("the sandbox answers $url $body.type in the provider's shape", async (shape) => {
  expect(await shapeFaults(shape)).toEqual([])
})

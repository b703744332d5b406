import { expect, test } from "vitest"
import { SHAPES_NOW, shapeFaults, type ShapeCase } from "@/tools/testing/feeds/shape-faults"

const cases: readonly ShapeCase[] = [
  {
    url: "www.okx.com/api/v5/public/funding-rate-history?instId=SOL-USDT-SWAP&limit=100",
    sample: {
      code: "0",
      msg: "",
      data: [
        { instType: "SWAP", instId: "X", fundingRate: "0.018", realizedRate: "0.017", fundingTime: "1597026383085" },
      ],
    },
  },
  {
    url: "www.okx.com/api/v5/rubik/stat/contracts/open-interest-history?instId=BTC-USDT-SWAP&period=1H",
    sample: { code: "0", msg: "", data: [["1701417600000", "731377.57500501", "7313.7757500501", "283456789.1"]] },
  },
  {
    url: "www.okx.com/api/v5/rubik/stat/contracts/long-short-account-ratio-contract?instId=BTC-USDT-SWAP&period=1D",
    sample: { code: "0", msg: "", data: [["1729323600000", "0.9398602814619824"]] },
  },
  {
    url: "www.okx.com/api/v5/rubik/stat/taker-volume-contract?instId=BTC-USDT-SWAP&period=1H&unit=2",
    sample: { code: "0", msg: "", data: [["1729324800000", "700.5", "300.25"]] },
  },
  {
    url: "www.okx.com/api/v5/market/candles?instId=NOPE-USDT&bar=1H",
    sample: { code: "51001", msg: "Instrument ID, Instrument ID code, or Spread ID doesn't exist.", data: [] },
  },
  {
    url: "api.hyperliquid.xyz/info",
    body: { type: "metaAndAssetCtxs" },
    sample: [
      { universe: [{ maxLeverage: 50, name: "SOL", szDecimals: 2 }] },
      [
        {
          dayNtlVlm: "9450588.2273",
          funding: "0.0000198",
          impactPxs: ["108.04", "108.06"],
          markPx: "108.04",
          midPx: "108.05",
          openInterest: "10764.48",
          oraclePx: "107.99",
          premium: "0.00055561",
          prevDayPx: "111.81",
        },
      ],
    ],
  },
  {
    url: "api.hyperliquid.xyz/info",
    body: { type: "allMids" },
    sample: { BTC: "30135.0", ETH: "1903.95", SOL: "26.516" },
  },
  {
    url: "api.hyperliquid.xyz/info",
    body: { type: "fundingHistory", coin: "BTC", startTime: SHAPES_NOW - 86_400_000 },
    sample: [{ coin: "BTC", fundingRate: "-0.00061334", premium: "-0.00091334", time: 1683849600048 }],
  },
  {
    url: "api.hyperliquid.xyz/info",
    body: {
      type: "candleSnapshot",
      req: { coin: "BTC", interval: "4h", startTime: SHAPES_NOW - 86_400_000, endTime: SHAPES_NOW },
    },
    sample: [
      {
        T: 1684702799999,
        c: "0.0016",
        h: "0.0016",
        i: "1h",
        l: "0.0016",
        n: 709,
        o: "0.0016",
        s: "BTC",
        t: 1684699200000,
        v: "5206.0",
      },
    ],
  },
  {
    url: "fapi.binance.com/fapi/v1/fundingRate?symbol=BTCUSDT&limit=3",
    sample: [
      { symbol: "BTCUSDT", fundingRate: "-0.03750000", fundingTime: 1570608000000, markPrice: "34287.54619963" },
    ],
  },
  {
    url: "fapi.binance.com/futures/data/openInterestHist?symbol=BTCUSDT&period=1h&limit=3",
    sample: [
      { symbol: "BTCUSDT", sumOpenInterest: "20403.1", sumOpenInterestValue: "176196512.1", timestamp: 1591261042378 },
    ],
  },
  {
    url: "fapi.binance.com/futures/data/globalLongShortAccountRatio?symbol=BTCUSDT&period=1h&limit=3",
    sample: [
      {
        symbol: "BTCUSDT",
        longShortRatio: "0.1960",
        longAccount: "0.6622",
        shortAccount: "0.3378",
        timestamp: 1591261042378,
      },
    ],
  },
  {
    url: "fapi.binance.com/futures/data/takerlongshortRatio?symbol=BTCUSDT&period=1h&limit=3",
    sample: [{ buySellRatio: "1.5586", buyVol: "387.3300", sellVol: "248.5030", timestamp: 1591261042378 }],
  },
  {
    url: "api.bybit.com/v5/market/kline?category=spot&symbol=BTCUSDT&interval=60&limit=3",
    sample: {
      retCode: 0,
      retMsg: "OK",
      result: {
        symbol: "X",
        category: "spot",
        list: [["1670608800000", "17071", "17073", "17027", "17055.5", "268611", "15.7"]],
      },
      retExtInfo: {},
      time: 1672025956592,
    },
  },
  {
    url: "api.bybit.com/v5/market/tickers?category=linear&symbol=BTCUSDT",
    sample: {
      retCode: 0,
      result: {
        category: "linear",
        list: [
          {
            symbol: "BTCUSD",
            lastPrice: "16597.00",
            indexPrice: "16598.54",
            markPrice: "16596.00",
            price24hPcnt: "0.008047",
            openInterest: "373504107",
            openInterestValue: "22505.67",
            fundingRate: "-0.001034",
            nextFundingTime: "1672387200000",
          },
        ],
      },
      time: 1672376496682,
    },
  },
  {
    url: "api.bybit.com/v5/market/funding/history?category=linear&symbol=BTCUSDT&limit=3",
    sample: {
      retCode: 0,
      result: { list: [{ symbol: "X", fundingRate: "0.0001", fundingRateTimestamp: "1672041600000" }] },
    },
  },
  {
    url: "api.bybit.com/v5/market/open-interest?category=linear&symbol=BTCUSDT&intervalTime=1h&limit=3",
    sample: {
      retCode: 0,
      result: {
        list: [
          {
            openInterest: "461134384.00000000",
            timestamp: "1669571400000",
            singleOpenInterest: "230567192.00000000",
          },
        ],
        nextPageCursor: "",
      },
    },
  },
  {
    url: "api.bybit.com/v5/market/account-ratio?category=linear&symbol=BTCUSDT&period=1h&limit=3",
    sample: {
      retCode: 0,
      result: { list: [{ symbol: "X", buyRatio: "0.5707", sellRatio: "0.4293", timestamp: "1729123200000" }] },
    },
  },
]

test.each(cases)("the sandbox answers $url $body.type in the provider's shape", async (shape) => {
  expect(await shapeFaults(shape)).toEqual([])
})

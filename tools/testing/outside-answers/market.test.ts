import { expect } from "vitest"
import { createCoinGeckoSource } from "@/lib/market/sources/coingecko/client"
import { createDefiLlamaSource } from "@/lib/market/sources/defillama/client"
import { createDefiLlamaYields } from "@/lib/market/sources/defillama/yields-client"
import { createFarsideSource } from "@/lib/market/sources/farside/client"
import { createSosoValueSource } from "@/lib/market/sources/sosovalue/client"
import { answering, outside } from "./outside"

const COINGECKO_OAS = "coingecko/coingecko-api-oas 83d7556f, demo-api.json"
const DEFILLAMA_OAS = "DefiLlama/api-docs 3a45e4e5, defillama-openapi-free.json"
const POOLS_2025 = "aujl/stablecoin_quant 67cb2d7f, tests/fixtures/defillama_pools.json"
const SOSO_2026 = "escltheo-eng/Tik 47d9d525, core/tests/test_btc_etf_flows_ingester.py, checked 2026-06-03"
const FARSIDE_2026 = "JOYHSU-QUANT/TradingAgents c7571fd6, tests/fixtures/farside_btc.html"

outside(
  `${COINGECKO_OAS}, /global`,
  "CoinGecko: dollars and not coins, shares in percent, a change in percent, a time in seconds",
  async () => {
    const data = {
      total_market_cap: { btc: 34570737.199462704, eth: 1259418635.423994, usd: 2621040321355.0405 },
      total_volume: { btc: 1254779.1727158197, usd: 95133256404.37308 },
      market_cap_percentage: { btc: 57.9539332566265, eth: 9.58227145398409, usdt: 7.223241338072757 },
      market_cap_change_percentage_24h_usd: -1.6081983639177684,
      updated_at: 1779878351,
    }
    expect(await createCoinGeckoSource(answering({ data })).global()).toEqual({
      value: {
        btcPct: 57.9539332566265,
        ethPct: 9.58227145398409,
        marketCapUsd: 2621040321355.0405,
        volume24hUsd: 95133256404.37308,
        marketCapChange24hPct: -1.6081983639177684,
      },
      asOfMs: Date.UTC(2026, 4, 27, 10, 39, 11),
    })
  },
)

outside(
  `${COINGECKO_OAS}, /{entity}/public_treasury/{coin_id}`,
  "CoinGecko: holdings in coins, a cost of zero is an unknown cost",
  async () => {
    const companies = [
      {
        name: "Strategy",
        symbol: "MSTR.US",
        country: "US",
        total_holdings: 843738,
        total_entry_value_usd: 63870055699,
      },
      { name: "XXI", symbol: "XXI.US", country: "US", total_holdings: 43514, total_entry_value_usd: 0 },
    ]
    expect(await createCoinGeckoSource(answering({ companies })).holdings()).toEqual([
      expect.objectContaining({ company: "Strategy", holdingsBtc: 843738, entryValueUsd: 63870055699 }),
      expect.objectContaining({ company: "XXI", holdingsBtc: 43514, entryValueUsd: null }),
    ])
  },
)

outside("man-c/pycoingecko, tests/test_api.py", "CoinGecko: in 2022 the exchange stood before the symbol", async () => {
  const companies = [
    {
      name: "MicroStrategy Inc.",
      symbol: "NASDAQ:MSTR",
      country: "US",
      total_holdings: 114042,
      total_entry_value_usd: 3160000000,
    },
  ]
  const [company] = await createCoinGeckoSource(answering({ companies })).holdings()
  expect(company).toMatchObject({ symbol: "NASDAQ:MSTR", holdingsBtc: 114042, entryValueUsd: 3.16e9 })
})

outside(
  `${COINGECKO_OAS}, transaction_history`,
  "CoinGecko: the change is what was bought, not what is held after it; a day in milliseconds",
  async () => {
    const transactions = [
      {
        date: 1779062400000,
        source_url: "https://assets.contentstack.io/form-8-k_05-18-2026.pdf",
        coin_id: "bitcoin",
        type: "buy",
        holding_net_change: 24869,
        transaction_value_usd: 2014015965,
        holding_balance: 843738,
        average_entry_value_usd: 80985,
      },
    ]
    const trades = await createCoinGeckoSource(answering({ transactions })).transactions("strategy", {
      company: "Strategy",
      symbol: "MSTR",
    })
    expect(trades).toMatchObject([{ atMs: Date.UTC(2026, 4, 18), changeBtc: 24869, valueUsd: 2014015965 }])
    expect(2014015965 / 24869, "the price of a coin").toBeCloseTo(80985, 0)
  },
)

outside(`${COINGECKO_OAS}, /entities/list`, "CoinGecko: an empty symbol is none", async () => {
  const list = [
    { id: "texas", symbol: "", name: "Texas", country: "US" },
    { id: "digipowerx", symbol: "DGX.V", name: "DigiPowerX", country: "US" },
  ]
  expect(await createCoinGeckoSource(answering(list)).entities()).toEqual([
    { id: "texas", symbol: null, name: "Texas" },
    { id: "digipowerx", symbol: "DGX.V", name: "DigiPowerX" },
  ])
})

const pool = (facts: object) => ({
  chain: "Ethereum",
  project: "maple",
  symbol: "USDC",
  pool: "43641cf5-a92e-416b-bce9-27113d3c0db6",
  ...facts,
})

async function yieldPool(facts: object) {
  return (await createDefiLlamaYields(answering({ status: "success", data: [pool(facts)] })).pools()).value[0]
}

outside(
  `${DEFILLAMA_OAS}, /pools`,
  "DefiLlama: yields in percent a year, a change in percentage points, an outlook with its probability in percent",
  async () => {
    const lido = await yieldPool({
      tvlUsd: 32493036117,
      apyBase: 2.84,
      apyReward: null,
      apy: 2.84,
      apyPct7D: -0.056,
      stablecoin: false,
      ilRisk: "no",
      exposure: "single",
      predictions: { predictedClass: "Stable/Up", predictedProbability: 74, binnedConfidence: 2 },
      mu: 3.7747,
      sigma: 0.05236,
      count: 1141,
      outlier: false,
      apyMean30d: 2.73539,
    })
    expect(lido).toMatchObject({
      tvlUsd: 32493036117,
      apyPct: 2.84,
      apyRewardPct: null,
      apyMean30dPct: 2.73539,
      apyChange7dPp: -0.056,
      hasIlRisk: false,
      historyDays: 1141,
      outlook: { class: "STABLE_UP", probabilityPct: 74, confidence: 2 },
    })
  },
)

outside(POOLS_2025, "DefiLlama: the yield is the sum of what is earned and what is rewarded", async () => {
  const maple = await yieldPool({
    tvlUsd: 2506311653,
    apyBase: 6.87259,
    apyReward: 2.2,
    apy: 9.07259,
    stablecoin: true,
    rewardTokens: ["0x643C4E15"],
  })
  expect(maple).toMatchObject({ apyPct: 9.07259, apyBasePct: 6.87259, apyRewardPct: 2.2, isStablecoin: true })
  expect((maple?.apyBasePct ?? 0) + (maple?.apyRewardPct ?? 0)).toBeCloseTo(maple?.apyPct ?? Number.NaN)
})

outside(POOLS_2025, "DefiLlama: a yield of zero is a yield, and without a prediction there is no outlook", async () => {
  const predictions = { predictedClass: null, predictedProbability: null, binnedConfidence: null }
  const aave = await yieldPool({
    tvlUsd: 1147369427,
    apyBase: 0,
    apyReward: null,
    apy: 0,
    stablecoin: true,
    predictions,
  })
  expect(aave).toMatchObject({ apyPct: 0, outlook: { class: null, probabilityPct: null, confidence: null } })
})

outside(POOLS_2025, "DefiLlama: of a yield that is not divided the parts are unknown", async () => {
  const sky = await yieldPool({ tvlUsd: 2080326527, apyBase: null, apyReward: null, apy: 4.75, stablecoin: true })
  expect(sky).toMatchObject({ apyPct: 4.75, apyBasePct: null, apyRewardPct: null, exposure: null })
})

outside(
  `${DEFILLAMA_OAS}, /stablecoincharts/all`,
  "DefiLlama: dollars in circulation at 00:00 UTC of a day in seconds",
  async () => {
    const days = [{ date: 1609459200, totalCirculating: { peggedUSD: 45000000000, peggedEUR: 100000000 } }]
    const { points } = await createDefiLlamaSource(answering(days)).stablecoinDays()
    expect(points).toEqual([{ atMs: Date.UTC(2021, 0, 1), supplyUsd: 45e9 }])
  },
)

const soso = (answer: object) =>
  createSosoValueSource({ ...answering({ code: 0, msg: null, ...answer }), apiKey: "key" })

outside(
  SOSO_2026,
  "SoSoValue: an outflow of 519 million dollars is negative, whole dollars, newest day first",
  async () => {
    const data = [
      { date: "2026-06-02", totalNetInflow: -519190448.94, cumNetInflow: 54659573505.9 },
      { date: "2026-06-01", totalNetInflow: -483760871.6, cumNetInflow: 55178763954.8 },
    ]
    const { points } = await soso({ data }).etfHistory("BTC")
    expect(points).toEqual([
      { atMs: Date.UTC(2026, 5, 1), totalUsdM: expect.closeTo(-483.7608716) },
      { atMs: Date.UTC(2026, 5, 2), totalUsdM: expect.closeTo(-519.19044894) },
    ])
    expect(55178763954.8 - 54659573505.9, "the sum fell by the outflow").toBeCloseTo(519190448.9, 0)
  },
)

outside(
  `${SOSO_2026}; dates of the funds are ours`,
  "SoSoValue: flows of funds as text, status 1 is reported, a fund of an older day is not counted",
  async () => {
    const reported = (value: string, lastUpdateDate = "2026-06-02") => ({ value, lastUpdateDate, status: "1" })
    const list = [
      { ticker: "IBIT", dailyNetInflow: reported("-388638720.06") },
      { ticker: "FBTC", dailyNetInflow: reported("-50000000.0", "2026-06-01") },
    ]
    const day = await soso({ data: { dailyNetInflow: reported("-519190448.94"), list } }).latestEtfFlows("BTC")
    expect(day).toEqual({
      atMs: Date.UTC(2026, 5, 2),
      totalUsdM: -388.63872006,
      usdMByFund: { IBIT: -388.63872006, FBTC: null },
      isFinal: false,
    })
  },
)

outside(
  FARSIDE_2026,
  "Farside: millions of dollars, an outflow in parentheses, an average and fees are no day, a blank cell is no zero",
  async () => {
    const cell = (text: string) => `<td><div align="right"><span class="tabletext">${text}</span></div></td>`
    const funds = ["IBIT", "FBTC", "GBTC", "BTC", "BITB", "ARKB", "HODL", "EZBC"]
    const row = (first: string, ...cells: string[]) =>
      `<tr><td><span class="tabletext">${first}</span></td>${cells.map(cell).join("")}</tr>`
    const rest = ["0.0", "0.0", "0.0", "0.0"]
    const table = [
      `<tr><th></th>${funds.map((fund) => `<th><span class="tabletext">${fund}</span></th>`).join("")}<th></th></tr>`,
      row("Fee", "0.25%", "0.25%", "1.50%", "0.15%", "", "", "", "", ""),
      row("06 Jul 2026", "209.4", "9.7", '<span class="redFont">(44.5)</span>', "42.3", ...rest, "216.9"),
      row("07 Jul 2026", "54.8", '<span class="redFont">(24.9)</span>', "0.0", "", ...rest, "29.9"),
      row("08 Jul 2026", "1,119.9", "100.0", '<span class="redFont">(10.0)</span>', "5.0", ...rest, "1,214.9"),
      row("Average", "348.5", "23.7", '<span class="redFont">(18.5)</span>', "15.8", ...rest, "369.5"),
    ]
    const page = [{ content: { rendered: `<table class="etf">${table.join("")}</table>` } }]
    const { points } = await createFarsideSource(answering(page)).etfFlows("BTC")
    expect(
      points.map(({ atMs, totalUsdM, usdMByFund }) => [atMs, totalUsdM, usdMByFund["GBTC"], usdMByFund["BTC"]]),
    ).toEqual([
      [Date.UTC(2026, 6, 6), 216.9, -44.5, 42.3],
      [Date.UTC(2026, 6, 7), 29.9, 0, null],
      [Date.UTC(2026, 6, 8), 1214.9, -10, 5],
    ])
  },
)

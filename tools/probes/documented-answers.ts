/** A documented answer: its request, and the fixture with the provider's example. */
export type DocumentedAnswer = {
  /** Matches host and path of a request. */
  readonly request: RegExp
  /** A request for the sandbox and its posted body. */
  readonly example: string
  readonly body?: unknown
  /** Path below `lib/market/sources`. */
  readonly fixture: string
  /** Documented fields that the sandbox leaves out, because no adapter reads them. */
  readonly unread?: RegExp
}

/** Fixtures from provider documentation or public recordings. They are separate from the sandbox's answers. */
export const DOCUMENTED_ANSWERS: readonly DocumentedAnswer[] = [
  {
    request: /^futures\.kraken\.com\/api\/charts\/v1\/trade/,
    example: "https://futures.kraken.com/api/charts/v1/trade/PF_XBTUSD/1h?from=1795150000&to=1795158000",
    fixture: "kraken-futures/fixtures/candles_shape.json",
  },
  {
    request: /^futures\.kraken\.com\/api\/charts\/v1\/analytics\/\w+\/open-interest/,
    example:
      "https://futures.kraken.com/api/charts/v1/analytics/PF_XBTUSD/open-interest?since=1795150000&to=1795158000&interval=3600",
    fixture: "kraken-futures/fixtures/open-interest_shape.json",
  },
  {
    request: /^futures\.kraken\.com\/derivatives\/api\/v4\/historicalfundingrates/,
    example: "https://futures.kraken.com/derivatives/api/v4/historicalfundingrates?symbol=PF_XBTUSD",
    fixture: "kraken-futures/fixtures/historicalfundingrates_shape.json",
  },
  {
    request: /^api\.bls\.gov\/publicAPI\/v1\/timeseries\/data/,
    example: "https://api.bls.gov/publicAPI/v1/timeseries/data/",
    body: { seriesid: ["CES0000000001"] },
    fixture: "bls-data/fixtures/timeseries_shape.json",
  },
  {
    request: /^api\.alternative\.me\/fng/,
    example: "https://api.alternative.me/fng/?limit=2&format=json",
    fixture: "alternative-me/fixtures/fng_limit2.json",
  },
  {
    request: /^data-api\.binance\.vision\/api\/v3\/klines/,
    example: "https://data-api.binance.vision/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=3",
    fixture: "binance/fixtures/klines_BTCUSDT_1h.json",
  },
  {
    request: /^fapi\.binance\.com\/fapi\/v1\/fundingRate/,
    example: "https://fapi.binance.com/fapi/v1/fundingRate?symbol=BTCUSDT&limit=3",
    fixture: "binance-futures/fixtures/fapi_fundingRate.json",
  },
  {
    request: /^fapi\.binance\.com\/futures\/data\/openInterestHist/,
    example: "https://fapi.binance.com/futures/data/openInterestHist?symbol=BTCUSDT&period=1h&limit=3",
    fixture: "binance-futures/fixtures/futures_data_openInterestHist.json",
    unread: /CMCCirculatingSupply/,
  },
  {
    request: /^fapi\.binance\.com\/futures\/data\/takerlongshortRatio/,
    example: "https://fapi.binance.com/futures/data/takerlongshortRatio?symbol=BTCUSDT&period=1h&limit=3",
    fixture: "binance-futures/fixtures/futures_data_takerlongshortRatio.json",
  },
  {
    request: /^api\.bybit\.com\/v5\/market\/kline/,
    example: "https://api.bybit.com/v5/market/kline?category=spot&symbol=BTCUSDT&interval=60&limit=3",
    fixture: "bybit/fixtures/v5_market_kline.json",
  },
  {
    request: /^api\.bybit\.com\/v5\/market\/account-ratio/,
    example: "https://api.bybit.com/v5/market/account-ratio?category=linear&symbol=BTCUSDT&period=1h&limit=3",
    fixture: "bybit/fixtures/v5_market_account-ratio.json",
  },
  {
    request: /^api\.exchange\.coinbase\.com\/products\/[^/]+\/ticker/,
    example: "https://api.exchange.coinbase.com/products/BTC-USD/ticker",
    fixture: "coinbase/fixtures/products_ticker.json",
  },
  {
    request: /^api\.kraken\.com\/0\/public\/OHLC/,
    example: "https://api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=60",
    fixture: "kraken/fixtures/OHLC_XBTUSD_60.json",
  },
  {
    request: /^(www|us)\.okx\.com\/api\/v5\/market\/candles/,
    example: "https://www.okx.com/api/v5/market/candles?instId=BTC-USDT&bar=1H&limit=3",
    fixture: "okx/fixtures/market_candles_BTC-USDT_1H.json",
  },
  {
    request: /^(www|us)\.okx\.com\/api\/v5\/market\/ticker/,
    example: "https://www.okx.com/api/v5/market/ticker?instId=BTC-USDT",
    fixture: "okx/fixtures/market_ticker.json",
  },
  {
    request: /^api\.coingecko\.com\/api\/v3\/entities\/list/,
    example: "https://api.coingecko.com/api/v3/entities/list?per_page=3",
    fixture: "coingecko/fixtures/entities_shape.json",
  },
  {
    request: /^api\.coingecko\.com\/api\/v3\/companies/,
    example: "https://api.coingecko.com/api/v3/companies/public_treasury/bitcoin",
    fixture: "coingecko/fixtures/companies_shape.json",
  },
  {
    request: /^yields\.llama\.fi\/pools/,
    example: "https://yields.llama.fi/pools",
    fixture: "defillama/fixtures/yields_pools_openapi_example.json",
  },
  {
    request: /^api\.dexscreener\.com\/token-boosts\/latest/,
    example: "https://api.dexscreener.com/token-boosts/latest/v1",
    fixture: "dexscreener/fixtures/token-boosts_shape.json",
    unread: /icon|header|openGraph|links/,
  },
  {
    request: /^api\.honeypot\.is\/v2\/IsHoneypot/,
    example: "https://api.honeypot.is/v2/IsHoneypot",
    fixture: "honeypot-is/fixtures/IsHoneypot_shape.json",
  },
  {
    request: /^www\.federalregister\.gov\/api\/v1\/documents/,
    example: "https://www.federalregister.gov/api/v1/documents.json?conditions%5Bterm%5D=sanctions",
    fixture: "federal-register/fixtures/documents_shape.json",
    unread: /description|next_page_url|pdf_url|excerpts|raw_name|\bid\b|\burl\b|json_url|parent_id|slug/,
  },
  {
    request: /^www\.deribit\.com\/api\/v2\/public\/get_book_summary_by_currency/,
    example: "https://www.deribit.com/api/v2/public/get_book_summary_by_currency?currency=BTC&kind=option",
    fixture: "deribit/fixtures/book_summary_shape.json",
  },
  {
    request: /^www\.deribit\.com\/api\/v2\/public\/get_volatility_index_data/,
    example:
      "https://www.deribit.com/api/v2/public/get_volatility_index_data?currency=BTC&resolution=1D&start_timestamp=1795500000000&end_timestamp=1795608000000",
    fixture: "deribit/fixtures/volatility_index_shape.json",
  },
  {
    request: /^api\.elections\.kalshi\.com\/trade-api\/v2\/markets/,
    example: "https://api.elections.kalshi.com/trade-api/v2/markets?series_ticker=KXBTCD&status=open&limit=1000",
    fixture: "kalshi/fixtures/markets_shape.json",
  },
  {
    request: /^mempool\.space\/api\/v1\/difficulty-adjustment/,
    example: "https://mempool.space/api/v1/difficulty-adjustment",
    fixture: "mempool/fixtures/difficulty-adjustment_shape.json",
    unread: /adjustedTimeAvg|previousTime|nextRetargetTime|expectedBlocks/,
  },
  {
    request: /^api\.sosovalue\.xyz\/openapi\/v2\/etf\/historicalInflowChart/,
    example: "https://api.sosovalue.xyz/openapi/v2/etf/historicalInflowChart",
    body: { type: "us-btc-spot" },
    fixture: "sosovalue/fixtures/v2_historicalInflowChart_shape.json",
  },
  {
    request: /^api\.coinpaprika\.com\/v1\/global/,
    example: "https://api.coinpaprika.com/v1/global",
    fixture: "coinpaprika/fixtures/global_shape.json",
    unread: /ath_|_ath_/,
  },
  {
    request: /^api\.hyperliquid\.xyz\/info/,
    example: "https://api.hyperliquid.xyz/info",
    body: {
      type: "candleSnapshot",
      req: { coin: "BTC", interval: "1h", startTime: 1795100000000, endTime: 1795180000000 },
    },
    fixture: "hyperliquid/fixtures/info_candleSnapshot.json",
  },
  {
    request: /^api\.hyperliquid\.xyz\/info/,
    example: "https://api.hyperliquid.xyz/info",
    body: { type: "fundingHistory", coin: "BTC", startTime: 1795100000000 },
    fixture: "hyperliquid/fixtures/info_fundingHistory.json",
  },
  {
    request: /^api\.hyperliquid\.xyz\/info/,
    example: "https://api.hyperliquid.xyz/info",
    body: { type: "metaAndAssetCtxs" },
    fixture: "hyperliquid/fixtures/info_metaAndAssetCtxs_trimmed.json",
    unread: /onlyIsolated/,
  },
  {
    request: /^www\.federalreserve\.gov\/json\/calendar\.json/,
    example: "https://www.federalreserve.gov/json/calendar.json",
    fixture: "fed/fixtures/calendar_shape.json",
    unread: /description/,
  },
  {
    request: /^nfs\.faireconomy\.media\/ff_calendar/,
    example: "https://nfs.faireconomy.media/ff_calendar_thisweek.json",
    fixture: "forexfactory/fixtures/thisweek_shape.json",
  },
  {
    request: /^api\.stlouisfed\.org\/fred\/series\/observations/,
    example:
      "https://api.stlouisfed.org/fred/series/observations?series_id=DGS10&api_key=a-key&file_type=json&observation_start=2026-11-02",
    fixture: "fred/fixtures/series_observations_shape.json",
    unread: /realtime_|observation_|output_type|file_type|order_by/,
  },
  {
    request: /^api\.geckoterminal\.com\/api\/v2\/networks\/trending_pools/,
    example:
      "https://api.geckoterminal.com/api/v2/networks/trending_pools?include=base_token,dex,network&page=1&duration=24h",
    fixture: "geckoterminal/fixtures/trending_pools.json",
    unread: /quote_token|native_currency|\.m5:|\.m15|\.m30|\.h1:|\.h6:|sentiment_vote|image_url/,
  },
  {
    request: /^data\.sec\.gov\/submissions/,
    example: "https://data.sec.gov/submissions/CIK0001050446.json",
    fixture: "sec-edgar/fixtures/submissions_shape.json",
  },
  {
    request: /^query\d\.finance\.yahoo\.com\/v8\/finance\/chart/,
    example: "https://query1.finance.yahoo.com/v8/finance/chart/%5EVIX?range=3mo&interval=1d",
    fixture: "yahoo/fixtures/chart_vix_shape.json",
  },
  {
    request: /^api\.bybit\.com\/v5\/market\/funding\/history/,
    example: "https://api.bybit.com/v5/market/funding/history?category=linear&symbol=BTCUSDT&limit=3",
    fixture: "bybit/fixtures/v5_market_funding_history.json",
  },
  {
    request: /^api\.bybit\.com\/v5\/market\/open-interest/,
    example: "https://api.bybit.com/v5/market/open-interest?category=linear&symbol=BTCUSDT&intervalTime=1h&limit=3",
    fixture: "bybit/fixtures/v5_market_open-interest_shape.json",
  },
  {
    request: /^(www|us)\.okx\.com\/api\/v5\/public\/funding-rate-history/,
    example: "https://www.okx.com/api/v5/public/funding-rate-history?instId=BTC-USDT-SWAP&limit=3",
    fixture: "okx/fixtures/public_funding-rate-history.json",
  },
  {
    request: /^(www|us)\.okx\.com\/api\/v5\/rubik\/stat\/contracts\/open-interest-history/,
    example:
      "https://www.okx.com/api/v5/rubik/stat/contracts/open-interest-history?instId=BTC-USDT-SWAP&period=1H&limit=3",
    fixture: "okx/fixtures/rubik_open-interest-history_shape.json",
  },
  {
    request: /^(www|us)\.okx\.com\/api\/v5\/rubik\/stat\/taker-volume-contract/,
    example:
      "https://www.okx.com/api/v5/rubik/stat/taker-volume-contract?instId=BTC-USDT-SWAP&period=1H&limit=3&unit=2",
    fixture: "okx/fixtures/rubik_taker-volume-contract_shape.json",
  },
  {
    request: /^(www|us)\.okx\.com\/api\/v5\/rubik\/stat\/contracts\/long-short-account-ratio-contract/,
    example:
      "https://www.okx.com/api/v5/rubik/stat/contracts/long-short-account-ratio-contract?instId=BTC-USDT-SWAP&period=1H&limit=3",
    fixture: "okx/fixtures/rubik_long-short-account-ratio-contract.json",
  },
  {
    request: /^stablecoins\.llama\.fi\/stablecoincharts/,
    example: "https://stablecoins.llama.fi/stablecoincharts/all",
    fixture: "defillama/fixtures/stablecoincharts_shape.json",
  },
  {
    request: /^api\.llama\.fi\/hacks/,
    example: "https://api.llama.fi/hacks",
    fixture: "defillama/fixtures/hacks_shape.json",
  },
  {
    request: /^api\.llama\.fi\/protocols/,
    example: "https://api.llama.fi/protocols",
    fixture: "defillama/fixtures/protocols_shape.json",
    unread: /address|symbol|\burl\b|description|\bchain\b|logo|gecko_id|cmcId|module|twitter|chainTvls|change_|mcap/,
  },
  {
    request: /^apps\.bea\.gov\/API\/signup\/release_dates/,
    example: "https://apps.bea.gov/API/signup/release_dates.json",
    fixture: "bea/fixtures/release_dates_shape.json",
    unread: /note/,
  },
  {
    request: /^api\.coingecko\.com\/api\/v3\/global/,
    example: "https://api.coingecko.com/api/v3/global",
    fixture: "coingecko/fixtures/global_shape.json",
    unread: /\.eth:|\.usdt:/,
  },
  {
    request: /^api\.gdeltproject\.org\/api\/v2\/doc\/doc/,
    example:
      "https://api.gdeltproject.org/api/v2/doc/doc?query=sanctions&mode=artlist&format=json&sort=datedesc&maxrecords=250&timespan=24h",
    fixture: "gdelt/fixtures/artlist_shape.json",
    unread: /url_mobile|socialimage|sourcecountry/,
  },
  {
    request: /^api\.stlouisfed\.org\/fred\/releases\/dates/,
    example:
      "https://api.stlouisfed.org/fred/releases/dates?api_key=a-key&file_type=json&realtime_start=2026-11-20&realtime_end=2026-12-04",
    fixture: "fred/fixtures/releases_dates_shape.json",
    unread: /realtime_|order_by|sort_order|offset|limit/,
  },
  {
    request: /^api\.gopluslabs\.io\/api\/v1\/token_security/,
    example: "https://api.gopluslabs.io/api/v1/token_security/8453?contract_addresses=",
    fixture: "goplus/fixtures/token_security_shape.json",
  },
  {
    request: /^api\.gopluslabs\.io\/api\/v1\/solana\/token_security/,
    example: "https://api.gopluslabs.io/api/v1/solana/token_security?contract_addresses=SOLANA",
    fixture: "goplus/fixtures/solana_token_security_shape.json",
  },
  {
    request: /^api\.rugcheck\.xyz\/v1\/tokens\/[^/]+\/report/,
    example: "https://api.rugcheck.xyz/v1/tokens/SOLANA/report",
    fixture: "rugcheck/fixtures/report_shape.json",
    unread: /knownAccounts/,
  },
  {
    request: /^api\.hyperliquid\.xyz\/info/,
    example: "https://api.hyperliquid.xyz/info",
    body: { type: "allMids" },
    fixture: "hyperliquid/fixtures/info_allMids.json",
    // The sandbox trades three coins.
    unread: /^\$\.(?!BTC|ETH|SOL)\w+: missing/,
  },
]

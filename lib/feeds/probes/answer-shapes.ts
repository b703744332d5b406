/** A documented answer: which request gets it, and the fixture that holds the provider's example. */
export type DocumentedAnswer = {
  /** Matches host and path of a request. */
  readonly request: RegExp
  /** A request for the sandbox and its posted body. */
  readonly example: string
  readonly body?: unknown
  /** Path below `lib/sources`. */
  readonly fixture: string
  /** Documented fields that the sandbox leaves out, because no adapter reads them. */
  readonly unread?: RegExp
}

/** Fixtures from provider documentation or public recordings. They are kept apart from what the sandbox writes. */
export const DOCUMENTED_ANSWERS: readonly DocumentedAnswer[] = [
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
]

/**
 * Differences between an answer and the documented example, as paths: missing fields, other types, numbers sent as text or the
 * other way round, another number of columns, another order of rows. Fields that the documentation does not have are allowed.
 */
export function shapeDifferences(answer: unknown, documented: unknown, path = "$"): readonly string[] {
  if (documented === null || answer === null) return []
  const [is, was] = [kindOf(answer), kindOf(documented)]
  if (is !== was) return [`${path}: ${is} instead of ${was}`]
  if (Array.isArray(documented) && Array.isArray(answer)) return arrayDifferences(answer, documented, path)
  if (!isRecord(documented) || !isRecord(answer)) return []
  return Object.entries(documented).flatMap(([key, each]) =>
    key in answer ? shapeDifferences(answer[key], each, `${path}.${key}`) : [`${path}.${key}: missing`],
  )
}

function arrayDifferences(answer: readonly unknown[], documented: readonly unknown[], path: string): readonly string[] {
  if (documented.length === 0 || answer.length === 0) return []
  if (!Array.isArray(documented[0]) && !isRecord(documented[0])) {
    const isTuple = documented.length === answer.length && documented.some((each) => typeof each === "string")
    return isTuple
      ? documented.flatMap((each, index) => shapeDifferences(answer[index], each, `${path}[${index}]`))
      : []
  }
  const [first, row] = [answer[0], documented[0]]
  const columns =
    Array.isArray(first) && Array.isArray(row) && first.length !== row.length
      ? [`${path}[]: ${first.length} columns`]
      : []
  const [order, expected] = [orderOf(answer), orderOf(documented)]
  const turned = order !== 0 && expected !== 0 && order !== expected ? [`${path}: rows in the other order`] : []
  return [...columns, ...turned, ...shapeDifferences(first, row, `${path}[]`)]
}

/** 1: times ascend, -1: times descend, 0: unknown. */
function orderOf(rows: readonly unknown[]): number {
  const times = rows.map(timeOf)
  const [first, last] = [times[0], times.at(-1)]
  return first == null || last == null ? 0 : Math.sign(last - first)
}

function timeOf(row: unknown): number | null {
  const value = Array.isArray(row)
    ? row[0]
    : isRecord(row)
      ? (row["timestamp"] ?? row["fundingTime"] ?? row["date"] ?? null)
      : null
  const time = typeof value === "string" && /^\d{4}-/.test(value) ? Date.parse(value) : Number(value ?? Number.NaN)
  return Number.isFinite(time) && time > 1e8 ? time : null
}

function kindOf(value: unknown): string {
  if (typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value)) return "numeric text"
  return Array.isArray(value) ? "array" : typeof value
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

const MAX_ROWS = 3
const MAX_TEXT = 300

/** The same answer with at most three rows in each list and short texts, as a fixture needs it. */
export function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return (value.length > 15 ? value.slice(0, MAX_ROWS) : value).map(trimmed)
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, trimmed(each)]))
  return typeof value === "string" ? value.slice(0, MAX_TEXT) : value
}

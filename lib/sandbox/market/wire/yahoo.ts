import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { type Commodity, commodityHours, futuresTraded } from "@/lib/sandbox/market/series/commodity-hours"
import { macroDays, type MacroDay, type MacroSeries } from "@/lib/sandbox/market/series/macro"
import { easternOffsetMs, easternTime } from "@/lib/sandbox/market/series/us-calendar"
import { json, type Responder, type ProviderRequest } from "./responder"

type Symbol = {
  readonly series: MacroSeries
  readonly name: string
  readonly exchange: string
  readonly type: "INDEX" | "FUTURE"
  /** New York hour that stamps a session. */
  readonly opensAt: number
  /** Whether the week begins with an empty row on Sunday. */
  readonly emptySundays: boolean
  readonly volume: number
}

const index = { type: "INDEX", opensAt: 9.5, emptySundays: false, volume: 0 } as const
const future = { type: "FUTURE", opensAt: 0, emptySundays: false, volume: 180_000 } as const

const symbolOf: Readonly<Record<string, Symbol>> = {
  "^VIX": { ...index, series: "vix", name: "CBOE Volatility Index", exchange: "CXI", opensAt: 3 },
  "^GSPC": { ...index, series: "spx", name: "S&P 500", exchange: "SNP", volume: 3_200_000_000 },
  "^TNX": { ...index, series: "us10y", name: "CBOE Interest Rate 10 Year T No", exchange: "CGI", opensAt: 8.33 },
  "DX-Y.NYB": { ...index, series: "dxy", name: "US Dollar Index", exchange: "NYB", opensAt: 0, emptySundays: true },
  "GC=F": { ...future, series: "gold", name: "Gold", exchange: "CMX" },
  "CL=F": { ...future, series: "oil", name: "Crude Oil", exchange: "NYM" },
}

const daysOf: Readonly<Record<string, number>> = {
  "5d": 7,
  "1mo": 31,
  "3mo": 92,
  "6mo": 183,
  "1y": 366,
  "2y": 731,
  "5y": 1827,
  "10y": 3653,
  max: 36_500,
}

/** Yahoo's chart: session opens in seconds beside arrays of prices, `null` where nothing traded. */
export const yahoo: Responder = (request) => {
  const match = /^\/v8\/finance\/chart\/(?<symbol>.+)$/.exec(decodeURIComponent(request.url.pathname))?.groups
  if (match === undefined) return null
  const symbol = symbolOf[match["symbol"] ?? ""]
  const range = request.url.searchParams.get("range") ?? "1mo"
  const days = daysOf[range]
  if (symbol === undefined) return refuse(404, "Not Found", "No data found, symbol may be delisted")
  const interval = request.url.searchParams.get("interval")
  const commodity = commodityOf(symbol)
  if (days !== undefined && interval === "1h" && commodity !== null) {
    return hours(request, commodity, { ticker: match["symbol"] ?? "", range, days })
  }
  if (days === undefined || interval !== "1d") {
    return refuse(422, "Unprocessable Entity", "Invalid input - range or interval is not supported.")
  }
  const sessions = macroDays(request.market, symbol.series, {
    fromMs: request.nowMs - days * DAY_MS,
    nowMs: request.nowMs,
  })
  return json({
    chart: { result: [toChart(request, symbol, { ticker: match["symbol"] ?? "", range, sessions })], error: null },
  })
}

function refuse(status: number, code: string, description: string): Response {
  return json({ chart: { result: null, error: { code, description } } }, status)
}

function commodityOf({ series }: Symbol): Commodity | null {
  return series === "gold" || series === "oil" ? series : null
}

/** Stamps are the beginnings of hours; hours without trade have no row. */
function hours(
  { market, nowMs }: ProviderRequest,
  commodity: Commodity,
  { ticker, range, days }: { readonly ticker: string; readonly range: string; readonly days: number },
): Response {
  const traded = commodityHours(market, commodity, { fromMs: nowMs - days * DAY_MS, nowMs }).filter(({ closeMs }) =>
    futuresTraded(closeMs),
  )
  const close = traded.map(({ closeUsd }) => Math.fround(closeUsd))
  const timestamp = traded.map(({ closeMs }) => (closeMs - HOUR_MS) / 1000)
  const meta = {
    currency: "USD",
    symbol: ticker,
    gmtoffset: easternOffsetMs(nowMs) / 1000,
    dataGranularity: "1h",
    range,
  }
  return json({ chart: { result: [{ meta, timestamp, indicators: { quote: [{ close }] } }], error: null } })
}

type Read = { readonly ticker: string; readonly range: string; readonly sessions: readonly MacroDay[] }

function toChart({ nowMs }: ProviderRequest, symbol: Symbol, { ticker, range, sessions }: Read) {
  const rows = symbol.emptySundays ? withSundays(sessions) : sessions.map((day) => ({ dayMs: day.dayMs, day }))
  const last = sessions.at(-1)
  const column = (read: (day: MacroDay) => number) =>
    rows.map(({ day }) => (day === null ? null : Math.fround(read(day))))
  const closes = column(({ close }) => close)
  const closesMs = easternTime(last?.dayMs ?? nowMs, 16)
  return {
    meta: {
      currency: "USD",
      symbol: ticker,
      exchangeName: symbol.exchange,
      instrumentType: symbol.type,
      regularMarketTime: Math.floor(Math.min(nowMs, closesMs) / 1000),
      hasPrePostMarketData: false,
      gmtoffset: easternOffsetMs(nowMs) / 1000,
      timezone: easternOffsetMs(nowMs) === -4 * HOUR_MS ? "EDT" : "EST",
      exchangeTimezoneName: "America/New_York",
      regularMarketPrice: Number((last?.close ?? 0).toFixed(3)),
      regularMarketDayHigh: Number((last?.high ?? 0).toFixed(3)),
      regularMarketDayLow: Number((last?.low ?? 0).toFixed(3)),
      regularMarketVolume: symbol.volume,
      longName: symbol.name,
      shortName: symbol.name,
      chartPreviousClose: Number((sessions[0]?.open ?? 0).toFixed(3)),
      priceHint: 2,
      dataGranularity: "1d",
      range,
      validRanges: ["1d", ...Object.keys(daysOf)],
    },
    timestamp: rows.map(({ dayMs }) => easternTime(dayMs, symbol.opensAt) / 1000),
    indicators: {
      quote: [
        {
          open: column(({ open }) => open),
          high: column(({ high }) => high),
          low: column(({ low }) => low),
          close: closes,
          volume: rows.map(({ day }) => (day === null ? null : symbol.volume)),
        },
      ],
      adjclose: [{ adjclose: closes }],
    },
  }
}

/** An empty row on each Sunday before a Monday's session. */
function withSundays(sessions: readonly MacroDay[]) {
  return sessions.flatMap((day) => {
    const row = { dayMs: day.dayMs, day }
    return new Date(day.dayMs).getUTCDay() === 1 ? [{ dayMs: day.dayMs - DAY_MS, day: null }, row] : [row]
  })
}

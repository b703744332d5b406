import { DAY_MS } from "@/lib/domain/utc-day"
import { companies } from "@/lib/sandbox/market/series/companies"
import { tradesOf } from "@/lib/sandbox/market/series/treasuries"
import { edgarDocument } from "./edgar-document"
import { json, text, type Responder, type ProviderRequest } from "./responder"

const MAX_ROWS = 200
/** A quarterly report follows the end of its quarter after about this long. */
const QUARTERLY_AFTER_MS = 36 * DAY_MS

type Filing = {
  readonly dayMs: number
  readonly form: string
  readonly items: string
  readonly accession: string
  readonly document: string
}

/**
 * Filings of a company as parallel arrays, newest first: one 8-K for each trade, on the day of its announcement.
 *
 * @see https://www.sec.gov/search-filings/edgar-application-programming-interfaces
 */
export const secEdgar: Responder = (request) => {
  const number = /^\/submissions\/CIK(\d{10})\.json$/.exec(request.url.pathname)?.[1]
  if (number === undefined) return null
  const company = companies.find(({ cik }) => cik === Number(number))
  if (company === undefined || company.cik === null) return text("<Error>NoSuchKey</Error>", "application/xml", 404)
  const { cik } = company
  const trades = tradesOf(request.market, company, request.nowMs).slice(-MAX_ROWS)
  const announced = trades.map(({ dayMs }): Filing => ({
    dayMs,
    form: "8-K",
    items: "7.01,8.01",
    ...edgarDocument(cik, dayMs),
  }))
  const filings = [...announced, ...quarterly(request, cik)].sort((a, b) => b.dayMs - a.dayMs)
  const dates = filings.map(({ dayMs }) => new Date(dayMs).toISOString().slice(0, 10))
  const recent = {
    accessionNumber: filings.map(({ accession }) => accession),
    filingDate: dates,
    reportDate: dates,
    acceptanceDateTime: dates.map((date) => `${date}T12:00:18.000Z`),
    form: filings.map(({ form }) => form),
    items: filings.map(({ items }) => items),
    primaryDocument: filings.map(({ document }) => document),
    primaryDocDescription: filings.map(({ form }) => form),
  }
  return json({
    cik: number,
    entityType: "operating",
    name: company.name,
    tickers: [company.symbol.split(".")[0]],
    exchanges: ["Nasdaq"],
    filings: { recent, files: [] },
  })
}

/** The last four quarterly reports. */
function quarterly({ nowMs }: ProviderRequest, cik: number): readonly Filing[] {
  const now = new Date(nowMs - QUARTERLY_AFTER_MS)
  return [0, 1, 2, 3].map((back) => {
    const quarterEnd = Date.UTC(now.getUTCFullYear(), 3 * (Math.floor(now.getUTCMonth() / 3) - back), 0)
    const dayMs = quarterEnd + QUARTERLY_AFTER_MS
    return { dayMs, form: "10-Q", items: "", ...edgarDocument(cik, dayMs), document: "form-10q.htm" }
  })
}

/**
 * Companies whose filings are read, by ticker: EDGAR's number of each.
 *
 * @see https://www.sec.gov/files/company_tickers.json
 */
export const cikOf = {
  MSTR: 1050446,
  MARA: 1507605,
  RIOT: 1167419,
  TSLA: 1318605,
  COIN: 1679788,
  XYZ: 1512673,
  CLSK: 827876,
  HUT: 1964789,
  GME: 1326380,
  DJT: 1849635,
} as const satisfies Readonly<Record<string, number>>

export type FilingTicker = keyof typeof cikOf

export const FILING_TICKERS = Object.keys(cikOf).filter((ticker): ticker is FilingTicker => ticker in cikOf)

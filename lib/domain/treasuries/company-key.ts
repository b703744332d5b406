const EXCHANGE_PREFIX = /^[A-Z]+\s*:\s*/
const COUNTRY_SUFFIX = /\.(US|CA|UK|LN|L|HK|JP|T|AU|DE|F|BR|SA|TO|V|NE|CN|SW|PA|AS|ST|OL|TH|BK|TR|KR|KQ|SG|IN|IL)$/
const LEGAL_FORM =
  /\b(inc|incorporated|corp|corporation|company|co|ltd|limited|plc|ag|sa|se|nv|ab|asa|holdings?|group)\b/g

/** The bare ticker: `NASDAQ:MSTR`, `MSTR.US` and `mstr` are `MSTR`. `null` when nothing is left. */
export function normalizedTicker(symbol: string | null): string | null {
  const bare = listingOf(symbol).replace(COUNTRY_SUFFIX, "")
  return bare === "" ? null : bare
}

function listingOf(symbol: string | null): string {
  return (symbol ?? "").trim().toUpperCase().replace(EXCHANGE_PREFIX, "")
}

/** A company name without legal form and punctuation, for comparing two spellings. */
export function normalizedName(company: string): string {
  return company
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]+/gu, " ")
    .replace(LEGAL_FORM, " ")
    .replace(/\s+/g, " ")
    .trim()
}

/** The common key of two spellings of one company. */
export type CompanyKey = {
  readonly ticker: string | null
  /** Where it is listed: `US` of `MSTR.US`. `null`: the source does not say. */
  readonly market: string | null
  readonly name: string
}

export function companyKey(row: { readonly symbol: string | null; readonly company: string }): CompanyKey {
  const { symbol, company } = row
  const market = COUNTRY_SUFFIX.exec(listingOf(symbol))?.[1] ?? null
  return { ticker: normalizedTicker(symbol), market, name: normalizedName(company) }
}

/** By ticker when both have one, else by name. The name also decides when the ticker exists on two markets. */
export function isSameCompany(a: CompanyKey, b: CompanyKey): boolean {
  if (a.ticker === null || b.ticker === null) return a.name === b.name
  const isOneMarket = a.market === null || b.market === null || a.market === b.market
  return a.ticker === b.ticker && (isOneMarket || a.name === b.name)
}

import type { LicenseClass } from "./license-class"

/** What the terms of a series allow, and what that rests on. */
export type Right = {
  readonly license: LicenseClass
  /** The terms. */
  readonly terms: string
  /** When they were read, by us or by the reader whose quotation we rest on; `null`: nobody has read them for us. */
  readonly readOn: `${number}-${number}` | `${number}-${number}-${number}` | null
  /** The sentence that decides. */
  readonly finding: string
}

const unread = (terms: string): Right => ({
  license: "evaluation",
  terms,
  readOn: null,
  finding: "Not read, so nothing of it is sold.",
})

const publicDomain = (terms: string, finding = "A work of the United States government: public domain."): Right => ({
  license: "attribution",
  terms,
  readOn: "2026-11",
  finding,
})

const forbidden = (terms: string, readOn: Right["readOn"], finding: string): Right => ({
  license: "evaluation",
  terms,
  readOn,
  finding,
})

/**
 * The right in each series that a feed reads. A provider whose series have different owners has an entry for each. A series that
 * nobody has read the terms of may not be sold.
 */
export const RIGHTS = {
  "alternative-me": {
    license: "attribution",
    terms: "https://alternative.me/crypto/fear-and-greed-index/",
    readOn: "2026-11",
    finding: "Any use, also commercial, with the source named beside the value.",
  },
  aljazeera: unread("https://www.aljazeera.com/terms-and-conditions/"),
  bbc: unread("https://www.bbc.co.uk/usingthebbc/terms"),
  bea: publicDomain("https://www.bea.gov/help/faq/147"),
  binance: forbidden("https://www.binance.com/en/terms", "2026-11", "Market data may not be sold without consent."),
  "binance-futures": forbidden(
    "https://www.binance.com/en/terms",
    "2026-11",
    "Market data may not be sold without consent.",
  ),
  bls: publicDomain("https://www.bls.gov/bls/linksite.htm"),
  "bls-data": publicDomain(
    "https://www.bls.gov/bls/linksite.htm",
    "A work of the United States government: public domain. 25 requests a day without registration.",
  ),
  bybit: forbidden("https://www.bybit.com/en/help-center/article/API-Terms", "2026-11", "Personal use of market data."),
  cboe: forbidden(
    "https://www.cboe.com/use_of_content",
    "2026-11-27",
    "“In order to use any Cboe … data … you must receive approval in advance”, and a licence must be signed.",
  ),
  coinbase: forbidden(
    "https://www.coinbase.com/legal/market_data",
    "2026-11",
    "Market data may not be redistributed, nor made into an index, without a licence.",
  ),
  "coingecko global": {
    license: "derived",
    terms: "https://www.coingecko.com/en/api_terms",
    readOn: "2026-11-27",
    finding:
      "Version of 2025-09-05: products that integrate the data may charge; the data itself may not be redistributed.",
  },
  "coingecko treasuries": forbidden(
    "https://www.coingecko.com/en/api_terms",
    "2026-09-06",
    "The same terms, but here the answer is the list itself, which may not be redistributed.",
  ),
  coinpaprika: forbidden(
    "https://coinpaprika.com/api-terms-of-use/",
    "2026-11-27",
    "The free plan is for non-commercial use; any undertaking for profit is commercial.",
  ),
  defillama: forbidden(
    "https://defillama.com/terms",
    "2026-10-03",
    "Version of 2025-06-24: personal, non-commercial use; no commercial use of the data without written consent.",
  ),
  deribit: forbidden(
    "https://www.deribit.com/kb/terms-of-service",
    "2026-11-27",
    "4.6: market data and data derived from it for personal use only; not to be resold or published without approval.",
  ),
  dexscreener: forbidden(
    "https://docs.dexscreener.com/api/api-terms-and-conditions",
    "2026-11",
    "As readers quote it: no resale of the data, and no product that competes, which a scanner of tokens does.",
  ),
  farside: forbidden("https://farside.co.uk/", "2026-11", "All rights reserved; no licence of the data."),
  fed: publicDomain("https://www.federalreserve.gov/disclaimer.htm"),
  "federal-register": publicDomain("https://www.federalregister.gov/reader-aids/developer-resources"),
  forexfactory: forbidden("https://www.forexfactory.com/notices", "2026-11", "Personal use."),
  fred: publicDomain("https://fred.stlouisfed.org/legal/", "Release dates: public domain, citation requested."),
  "fred DGS10": publicDomain(
    "https://fred.stlouisfed.org/series/DGS10",
    "Federal Reserve H.15: public domain, citation requested.",
  ),
  "fred DGS3MO": publicDomain(
    "https://fred.stlouisfed.org/series/DGS3MO",
    "Federal Reserve H.15: public domain, citation requested.",
  ),
  "fred DTWEXBGS": publicDomain(
    "https://fred.stlouisfed.org/series/DTWEXBGS",
    "Federal Reserve H.10: public domain, citation requested.",
  ),
  "fred SP500": forbidden(
    "https://fred.stlouisfed.org/series/SP500",
    "2026-11-27",
    "Notes of the series: reproduction is prohibited except with the prior written permission of S&P.",
  ),
  "fred VIXCLS": forbidden(
    "https://fred.stlouisfed.org/series/VIXCLS",
    "2026-11-27",
    "Notes of the series: copyright of Cboe, reprinted with permission, which is FRED's and not ours.",
  ),
  gdelt: {
    license: "attribution",
    terms: "https://www.gdeltproject.org/about.html#termsofuse",
    readOn: "2026-11",
    finding: "Any use without fee, with attribution and a link.",
  },
  geckoterminal: {
    license: "derived",
    terms: "https://www.coingecko.com/en/api_terms",
    readOn: "2026-11-27",
    finding:
      "CoinGecko's terms: products that integrate the data may charge; the data itself may not be redistributed.",
  },
  goplus: unread("https://gopluslabs.io/terms"),
  guardian: unread("https://www.theguardian.com/help/terms-of-service"),
  "honeypot.is": unread("https://honeypot.is/terms"),
  hyperliquid: {
    license: "attribution",
    terms: "https://app.hyperliquid.xyz/terms",
    readOn: "2026-08-19",
    finding:
      "Version of 2026-06-15: binds users of the web interface; no clause on data. Trades are on a public chain.",
  },
  kalshi: forbidden(
    "https://kalshi.com/developer-agreement",
    "2026-10-01",
    "3: use of the API “is expressly limited to facilitating a members own trading on the Exchange”; 3.1: no storing or aggregating beside it.",
  ),
  kraken: {
    license: "attribution",
    terms: "https://www.kraken.com/legal",
    readOn: "2026-11",
    finding: "No clause was found against commercial use of public market data. Ask Kraken before you sell much of it.",
  },
  "kraken-futures": {
    license: "attribution",
    terms: "https://www.kraken.com/legal",
    readOn: "2026-11",
    finding: "As Kraken.",
  },
  mempool: {
    license: "attribution",
    terms: "https://mempool.space/terms-of-service",
    readOn: "2026-11-27",
    finding: "Fair use of the public API; no condition against commercial use.",
  },
  okx: forbidden("https://www.okx.com/help/api-agreement", "2026-11", "9.4: personal, non-commercial use."),
  rugcheck: unread("https://rugcheck.xyz/terms"),
  "sec-edgar": publicDomain("https://www.sec.gov/privacy.htm#dissemination"),
  sosovalue: forbidden("https://sosovalue.com/terms", "2026-11", "Reads as personal use; ask for written consent."),
  "us-treasury": publicDomain("https://home.treasury.gov/subfooter/site-policies-and-notices"),
  yahoo: forbidden(
    "https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html",
    "2026-11",
    "No automated or commercial use.",
  ),
} as const satisfies Readonly<Record<string, Right>>

export type SeriesId = keyof typeof RIGHTS

/** The class of a series. */
export function licenseOf(series: SeriesId): LicenseClass {
  return RIGHTS[series].license
}

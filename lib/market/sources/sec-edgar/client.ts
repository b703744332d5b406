import type { TreasuryFiling } from "@/lib/domain/treasuries/treasury"
import type { SourceClient } from "@/lib/outbound/source-client"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { cikOf, type FilingTicker } from "./ciks"
import { SubmissionsAnswer } from "./schema"
import { toFilings } from "./to-filings"

const HOST = "data.sec.gov"

type Ports = { readonly http: SourceClient }

/**
 * Filings of public companies, as evidence of their announcements. Public domain. A contact in the User-Agent is
 * required, and at most ten requests a second are allowed.
 *
 * @see https://www.sec.gov/search-filings/edgar-application-programming-interfaces
 */
export function createSecEdgarSource({ http }: Ports) {
  return {
    name: "sec-edgar" as const,
    license: licenseOf("sec-edgar"),
    /** Current reports (8-K) that announce something, newest first. */
    async filings(ticker: FilingTicker): Promise<readonly TreasuryFiling[]> {
      const cik = cikOf[ticker]
      const url = `https://${HOST}/submissions/CIK${String(cik).padStart(10, "0")}.json`
      const { recent } = (await http.getJson(url, { schema: SubmissionsAnswer })).filings
      return toFilings(recent, ticker, cik)
    },
  }
}

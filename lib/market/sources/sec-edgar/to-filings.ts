import type { TreasuryFiling } from "@/lib/domain/treasuries/treasury"
import { dayOfIsoDate } from "@/lib/market/sources/wire/daily-value"
import type { RecentFilings } from "./schema"

/** Items under which holdings are announced: Regulation FD disclosure and other events. */
const ANNOUNCES = /\b(7\.01|8\.01)\b/
const ACCESSION = /^\d{10}-\d{2}-\d{6}$/
const DOCUMENT = /^[\w.-]+$/

/** Current reports that announce something, with the address of the document. Rows that cannot be read are left out. */
export function toFilings(recent: RecentFilings, ticker: string, cik: number): readonly TreasuryFiling[] {
  return recent.form.flatMap((form, row) => {
    const [items = "", accession = "", document = ""] = [
      recent.items[row],
      recent.accessionNumber[row],
      recent.primaryDocument[row],
    ]
    const filedMs = dayOfIsoDate(recent.filingDate[row] ?? "")
    if (form !== "8-K" || filedMs === undefined || !ANNOUNCES.test(items)) return []
    if (!ACCESSION.test(accession) || !DOCUMENT.test(document)) return []
    const url = `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll("-", "")}/${document}`
    return [{ ticker, filedMs, url }]
  })
}

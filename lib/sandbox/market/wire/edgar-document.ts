import { DAY_MS } from "@/lib/domain/utc-day"

/** The address of the 8-K of one company and day on EDGAR. */
export function edgarDocument(cik: number, dayMs: number) {
  const date = new Date(dayMs).toISOString().slice(0, 10)
  const number = String(Math.floor(dayMs / DAY_MS) % 1_000_000).padStart(6, "0")
  const accession = `${String(cik).padStart(10, "0")}-${date.slice(2, 4)}-${number}`
  const document = `form-8k_${date}.htm`
  const url = `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll("-", "")}/${document}`
  return { date, accession, document, url }
}

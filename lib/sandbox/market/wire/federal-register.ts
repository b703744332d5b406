import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { reportsBetween } from "@/lib/sandbox/market/series/news"
import { integer, json, type Responder } from "./responder"

const LOOK_BACK_MS = 30 * DAY_MS

/** Documents that the simulated White House signs on the day after the press reports them. */
const DOCUMENTS = [
  { term: "tariff", reported: /^White House imposes sweeping tariffs/, title: "Adjusting Imports From China" },
  {
    term: "sanctions",
    reported: /^United States sanctions network/,
    title: "Blocking Property of Certain Persons With Respect to Iran",
  },
] as const

/** The Federal Register's search of documents. */
export const federalRegister: Responder = ({ market, nowMs, url }) => {
  if (url.pathname !== "/api/v1/documents.json") return null
  const term = url.searchParams.get("conditions[term]") ?? ""
  const kind = DOCUMENTS.find((one) => one.term === term)
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  const days = new Set(
    reportsBetween(market, nowMs - LOOK_BACK_MS, today - 1)
      .filter(({ title }) => kind?.reported.test(title) ?? false)
      .map(({ seenMs }) => Math.floor(seenMs / DAY_MS) * DAY_MS + DAY_MS),
  )
  const results = [...days]
    .filter((dayMs) => dayMs + 11 * HOUR_MS <= nowMs)
    .toSorted((a, b) => b - a)
    .slice(0, integer(url, "per_page", 20))
    .map((dayMs) => {
      const date = new Date(dayMs).toISOString().slice(0, 10)
      const number = `${date.slice(0, 4)}-${String(dayMs / DAY_MS).padStart(5, "0")}`
      return {
        title: kind?.title ?? "",
        type: "Presidential Document",
        abstract: null,
        document_number: number,
        html_url: `https://www.federalregister.gov/documents/${date.replaceAll("-", "/")}/${number}/${term}`,
        publication_date: date,
        agencies: [{ name: "Executive Office of the President" }],
      }
    })
  return json({ count: results.length, total_pages: 1, ...(results.length > 0 && { results }) })
}

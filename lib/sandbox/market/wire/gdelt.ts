import { HOUR_MS } from "@/lib/domain/utc-day"
import { reportsBetween } from "@/lib/sandbox/market/series/news"
import { integer, json, type Responder, text } from "./responder"

/** GDELT's article list. Faults are plain text with status 200. @see https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/ */
export const gdelt: Responder = ({ market, nowMs, url }) => {
  if (url.pathname !== "/api/v2/doc/doc") return null
  const query = url.searchParams.get("query") ?? ""
  if (query.length < 3) return text("The specified phrase is too short.\n")
  if (query.includes(" OR ") && !query.includes("(")) {
    return text("Queries containing OR'd terms must be surrounded by ().\n")
  }
  const hours = Number(/^(\d+)h$/.exec(url.searchParams.get("timespan") ?? "")?.[1] ?? 24)
  const fromMs = readTime(url.searchParams.get("startdatetime")) ?? nowMs - hours * HOUR_MS
  const toMs = Math.min(nowMs, readTime(url.searchParams.get("enddatetime")) ?? nowMs)
  const reports = reportsBetween(market, fromMs, toMs).toReversed()
  const shown = reports.slice(0, Math.min(250, Math.max(1, integer(url, "maxrecords", 75))))
  if (shown.length === 0) return json({})
  return json({
    articles: shown.map(({ title, domain, url: link, seenMs }) => ({
      url: link,
      url_mobile: "",
      title: title.replaceAll(",", " ,"),
      seendate: new Date(Math.floor(seenMs / 900_000) * 900_000).toISOString().replace(/[-:]|\.\d+/g, ""),
      socialimage: "",
      domain,
      language: "English",
      sourcecountry: "United States",
    })),
  })
}

/** `20261120121500` */
function readTime(text: string | null): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text ?? "")
  return match === null ? null : Date.parse(`${match.slice(1, 4).join("-")}T${match.slice(4).join(":")}Z`)
}

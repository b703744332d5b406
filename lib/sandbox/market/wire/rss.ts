import { DAY_MS } from "@/lib/domain/utc-day"
import { reportsBetween } from "@/lib/sandbox/market/series/news"
import { type Responder, text } from "./responder"

const MAX_ITEMS = 40

/** One outlet's RSS 2.0 feed: its reports of two days. */
export function rssOf(domain: string, path: string): Responder {
  return ({ market, nowMs, url }) => {
    if (url.pathname !== path) return null
    const own = reportsBetween(market, nowMs - 2 * DAY_MS, nowMs).filter((report) => report.domain === domain)
    const items = own
      .toReversed()
      .slice(0, MAX_ITEMS)
      .map(({ title, url: link, seenMs }) => {
        const date = new Date(seenMs).toUTCString()
        return `<item><title><![CDATA[${title}]]></title><link>${link}</link><pubDate>${date}</pubDate></item>`
      })
    const body = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${domain}</title>${items.join("")}</channel></rss>`
    return text(body, "application/rss+xml")
  }
}

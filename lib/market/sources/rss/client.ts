import type { Clock } from "@/lib/domain/clock"
import type { NewsArticle } from "@/lib/domain/geo/news"
import type { SourceClient } from "@/lib/outbound/source-client"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { readFeed } from "./read-feed"

/** World news by outlet. Headlines and links only: the texts belong to their publishers. */
export const RSS_FEEDS = [
  { name: "bbc", domain: "bbc.co.uk", url: "https://feeds.bbci.co.uk/news/world/rss.xml" },
  { name: "guardian", domain: "theguardian.com", url: "https://www.theguardian.com/world/rss" },
  { name: "aljazeera", domain: "aljazeera.com", url: "https://www.aljazeera.com/xml/rss/all.xml" },
] as const

export type RssFeed = (typeof RSS_FEEDS)[number]

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/** One outlet's feed. */
export function createRssSource({ http, clock }: Ports, { name, domain, url }: RssFeed) {
  const { host } = new URL(url)
  return {
    name,
    license: licenseOf(name),
    coverage: "partial" as const,
    async articles(): Promise<readonly NewsArticle[]> {
      const { items } = readFeed(await http.getText(url, { maxBytes: 2_000_000 }), { host, maxItems: 500 })
      return items.map(({ title, link, publishedMs }) => ({
        url: link,
        title,
        domain,
        language: "English",
        seenAtMs: Math.min(clock(), publishedMs ?? clock()),
        isOfficial: false,
        location: null,
      }))
    },
  }
}

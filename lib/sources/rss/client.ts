import { XMLParser } from "fast-xml-parser"
import { parse as parseHtml } from "node-html-parser"
import { z } from "zod"
import type { Clock } from "@/lib/domain/clock"
import type { NewsArticle } from "@/lib/domain/geo/news"
import { SourceMalformedError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import { articleLink, cleanText, MAX_TITLE_CHARS, providerText } from "@/lib/sources/wire/provider-text"
import { validRows } from "@/lib/sources/wire/valid-rows"
import type { LicenseClass } from "@/lib/sources/wire/license-class"

/** World news by outlet. Headlines and links only: the texts belong to their publishers. */
export const RSS_FEEDS = [
  { name: "bbc", domain: "bbc.co.uk", url: "https://feeds.bbci.co.uk/news/world/rss.xml" },
  { name: "guardian", domain: "theguardian.com", url: "https://www.theguardian.com/world/rss" },
  { name: "aljazeera", domain: "aljazeera.com", url: "https://www.aljazeera.com/xml/rss/all.xml" },
] as const

export type RssFeed = (typeof RSS_FEEDS)[number]

/** Entities are not expanded, because custom entities can grow without bound. */
const parser = new XMLParser({ processEntities: false, ignoreAttributes: true, parseTagValue: false })

const Item = z.object({
  title: providerText(MAX_TITLE_CHARS),
  link: z.string().transform(articleLink).pipe(z.string()),
  pubDate: z.string().optional(),
})

const Rss = z.object({
  rss: z.object({
    channel: z.object({
      item: z.preprocess((value) => (Array.isArray(value) ? value : [value]), validRows(Item, 500)),
    }),
  }),
})

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/** One outlet's feed (RSS 2.0, https://www.rssboard.org/rss-specification). */
export function createRssSource({ http, clock }: Ports, { name, domain, url }: RssFeed) {
  const { host } = new URL(url)
  return {
    name,
    license: "derived" as LicenseClass,
    coverage: "partial" as const,
    async articles(): Promise<readonly NewsArticle[]> {
      const text = await http.getText(url, { maxBytes: 2_000_000 })
      const answer = Rss.safeParse(readXml(text, host))
      // In a truncated feed the last item is incomplete.
      if (!answer.success || !text.trimEnd().endsWith("</rss>")) {
        throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent something else than a feed.` })
      }
      return answer.data.rss.channel.item.rows.map(({ title, link, pubDate }) => ({
        url: link,
        title: plain(title),
        domain,
        language: "English",
        seenAtMs: Math.min(clock(), timeOf(pubDate) ?? clock()),
        isOfficial: false,
        location: null,
      }))
    },
  }
}

function readXml(text: string, host: string): unknown {
  try {
    return parser.parse(text)
  } catch (cause) {
    throw new SourceMalformedError({ kind: "upstream_text_error", host, message: `${host} sent no XML.`, cause })
  }
}

/** Decodes HTML entities. Entities that the feed defines itself are kept as text. */
function plain(title: string): string {
  return cleanText(parseHtml(title).text, MAX_TITLE_CHARS) || title
}

/** RFC 822. */
function timeOf(text: string | undefined): number | null {
  const timeMs = Date.parse(text ?? "")
  return Number.isFinite(timeMs) ? timeMs : null
}

import { XMLParser } from "fast-xml-parser"
import { parse as parseHtml } from "node-html-parser"
import { z } from "zod"
import { SourceMalformedError } from "@/lib/outbound/errors"
import { articleLink, cleanText, MAX_TITLE_CHARS, providerText } from "@/lib/market/sources/wire/provider-text"
import { validRows } from "@/lib/market/sources/wire/valid-rows"

/** One item of an RSS feed. */
export type FeedItem = { readonly title: string; readonly link: string; readonly publishedMs: number | null }

export type Feed = { readonly items: readonly FeedItem[]; readonly builtMs: number | null }

/** Entities are not expanded, because custom entities can grow without bound. */
const parser = new XMLParser({ processEntities: false, ignoreAttributes: true, parseTagValue: false })

const Item = z.object({
  title: providerText(MAX_TITLE_CHARS).transform(plain),
  link: z.string().transform(articleLink).pipe(z.string()),
  pubDate: z.string().optional(),
})

/**
 * Reads an RSS 2.0 feed with at most `maxItems` items.
 *
 * @throws {SourceMalformedError} also for a feed without items, or one that was cut off
 * @see https://www.rssboard.org/rss-specification
 */
export function readFeed(text: string, { host, maxItems }: { readonly host: string; readonly maxItems: number }): Feed {
  const answer = feedOf(maxItems).safeParse(readXml(text, host))
  // In a truncated feed the last item is incomplete.
  if (!answer.success || !text.trimEnd().endsWith("</rss>")) {
    throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent something else than a feed.` })
  }
  const { item, lastBuildDate } = answer.data.rss.channel
  return {
    items: item.rows.map(({ title, link, pubDate }) => ({ title, link, publishedMs: timeOf(pubDate) })),
    builtMs: timeOf(lastBuildDate),
  }
}

function feedOf(maxItems: number) {
  return z.object({
    rss: z.object({
      channel: z.object({
        lastBuildDate: z.string().optional(),
        item: z.preprocess((value) => (Array.isArray(value) ? value : [value]), validRows(Item, maxItems)),
      }),
    }),
  })
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
  if (!/[&<]/.test(title)) return title
  return cleanText(parseHtml(title).text, MAX_TITLE_CHARS) || title
}

/** RFC 822. */
function timeOf(text: string | undefined): number | null {
  const timeMs = Date.parse(text ?? "")
  return Number.isFinite(timeMs) ? timeMs : null
}

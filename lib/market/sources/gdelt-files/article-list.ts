import type { Clock } from "@/lib/domain/clock"
import type { NewsArticle } from "@/lib/domain/geo/news"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { SourceMalformedError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import { readFeed } from "@/lib/market/sources/rss/read-feed"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import type { FileNews } from "./client"
import { BUCKET_HOST, GDELT_BUCKET } from "./schema"

const URL_OF_LIST = `${GDELT_BUCKET}/gdeltv3/gal/feed.rss`
/** Some 7,000 articles in a quarter of an hour, 1 to 3 MB. */
const MAX_BYTES = 16_000_000
const MAX_ITEMS = 40_000
const WINDOW_MS = HOUR_MS / 4
const DEADLINE_MS = 15_000

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * GDELT's Article List as RSS: every article of the last quarter of an hour, in all languages, rebuilt every minute. A
 * static file, so it does not refuse requests under load as the article search does. It has neither languages nor
 * places.
 *
 * @see https://blog.gdeltproject.org/announcing-the-gdelt-article-list-rss-feed/
 */
export function createGdeltArticleList({ http, clock }: Ports) {
  return {
    name: "gdelt-articles",
    license: licenseOf("gdelt"),
    coverage: "global" as const,
    /** The articles of the window. Pages that were published more than a day before it are left out. */
    async articles(): Promise<FileNews> {
      const text = await http.getText(URL_OF_LIST, { maxBytes: MAX_BYTES, deadlineMs: DEADLINE_MS })
      const { items, builtMs } = readFeed(text, { host: BUCKET_HOST, maxItems: MAX_ITEMS })
      if (builtMs === null) {
        const message = `${BUCKET_HOST} sent an article list without its time.`
        throw new SourceMalformedError({ kind: "schema", host: BUCKET_HOST, message })
      }
      const newestMs = Math.min(clock(), builtMs)
      const articles = items
        .filter(({ publishedMs }) => publishedMs === null || publishedMs >= newestMs - WINDOW_MS - DAY_MS)
        .map(({ title, link, publishedMs }): NewsArticle => {
          return {
            title,
            url: link,
            domain: new URL(link).hostname.replace(/^www\./, ""),
            language: "English",
            seenAtMs: Math.min(newestMs, publishedMs ?? newestMs),
            isOfficial: false,
            location: null,
          }
        })
      return { articles, fromMs: newestMs - WINDOW_MS, newestMs }
    },
  }
}

import { z } from "zod"
import type { Clock } from "@/lib/domain/clock"
import type { NewsArticle } from "@/lib/domain/geo/news"
import { SourceMalformedError } from "@/lib/outbound/errors"
import type { ReadProviderError } from "@/lib/outbound/provider-error"
import type { SourceClient } from "@/lib/outbound/source-client"
import { articleLink, MAX_TITLE_CHARS, providerText } from "@/lib/market/sources/wire/provider-text"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { licenseOf } from "@/lib/market/sources/wire/rights"

const HOST = "api.gdeltproject.org"
const DEADLINE_MS = 15_000

const Article = z.object({
  url: z.string().transform(articleLink).pipe(z.string()),
  title: providerText(MAX_TITLE_CHARS),
  /** `20240615T123000Z`, older `20240615123000`, or empty. */
  seendate: z.string(),
  domain: z.string().min(3),
  language: z.string(),
})

const NO_HIT = { rows: [], droppedRows: 0 }

/** No match is `{}`. Any other object without `articles` is an error. */
const ArtList = z.union([
  z.object({ articles: validRows(Article, 300) }),
  z.strictObject({}).transform(() => ({ articles: NO_HIT })),
])

/** One query covers all event classes. The service requires brackets around alternatives. */
const QUERY =
  "(sanctions OR tariffs OR missile OR invasion OR airstrike OR ceasefire OR nuclear OR blockade OR coup OR hormuz) sourcelang:english"

const PAGE = 250

/** `fromMs`: the articles are complete from this time. */
export type NewsPage = { readonly articles: readonly NewsArticle[]; readonly fromMs: number }

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Headlines of the world's news by keyword. Free for any use with attribution and link; faults come as plain text with
 * status 200.
 *
 * @see https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/
 */
export function createGdeltSource({ http, clock }: Ports) {
  return {
    name: "gdelt",
    license: licenseOf("gdelt"),
    coverage: "global" as const,
    /** The newest 250 headlines from `fromMs` to `toMs`. An article without a date gets the current time. */
    async articles({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): Promise<NewsPage> {
      const query = new URLSearchParams({
        query: QUERY,
        mode: "ArtList",
        format: "json",
        maxrecords: String(PAGE),
        startdatetime: writeTime(fromMs),
        enddatetime: writeTime(toMs),
        sort: "DateDesc",
      })
      const text = await http.getText(`https://${HOST}/api/v2/doc/doc?${query.toString()}`, {
        deadlineMs: DEADLINE_MS,
        readError: readGdeltError,
      })
      const answer = ArtList.safeParse(parseLoose(text))
      if (!answer.success) throw malformed("upstream_text_error", text)
      const { rows, droppedRows } = answer.data.articles
      const articles = rows.map((row) => toArticle(row, clock()))
      const isCut = rows.length + droppedRows >= PAGE
      return { articles, fromMs: isCut ? Math.min(toMs, ...articles.map(({ seenAtMs }) => seenAtMs)) : fromMs }
    },
  }
}

/** A rate limit is a sentence with status 429 or 200. */
const readGdeltError: ReadProviderError = (body) => {
  if (typeof body !== "string" || !/please limit requests/i.test(body)) return null
  return { kind: "rate_limited", message: `${HOST} asks for fewer requests.` }
}

function toArticle({ url, title, seendate, domain, language }: z.output<typeof Article>, nowMs: number): NewsArticle {
  return {
    url,
    title: title.replace(/\s+([,.:;!?])/g, "$1").trim(),
    domain: domain.replace(/^www\./, ""),
    language,
    seenAtMs: Math.min(nowMs, readTime(seendate) ?? nowMs),
    isOfficial: false,
    location: null,
  }
}

/** The body may contain raw control characters and lone backslashes. An empty body means no match. */
function parseLoose(text: string): unknown {
  const clean = text.replace(/\p{Cc}/gu, " ").replace(/\\(?!["\\/bfnrtu])/g, "\\\\")
  if (clean.trim() === "") return {}
  try {
    return JSON.parse(clean)
  } catch {
    throw malformed("upstream_text_error", text)
  }
}

function malformed(kind: "upstream_text_error", text: string): SourceMalformedError {
  return new SourceMalformedError({ kind, host: HOST, message: `${HOST} says: ${text.slice(0, 80)}` })
}

function writeTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replace(/[-:T]|\.\d+Z/g, "")
}

function readTime(text: string): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})T?(\d{2})(\d{2})(\d{2})Z?$/.exec(text)
  if (match === null) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

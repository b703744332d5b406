import { createHash } from "node:crypto"
import type { Clock } from "@/lib/domain/clock"
import type { NewsArticle } from "@/lib/domain/geo/news"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { nullOnSourceError, SourceMalformedError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { type GdeltEvent, readEvents } from "./read-events"
import { BUCKET_HOST, fileUrl, parseUpdate, UPDATE_URL, type Update } from "./schema"
import { toArticles } from "./to-articles"
import { unpack } from "./unpack"

const HOST = BUCKET_HOST
/** A quarter of an hour is some 100 kB packed. */
const MAX_PACKED_BYTES = 8_000_000
const QUARTER_MS = HOUR_MS / 4
/** Two hours. After a longer gap the history starts again. */
const MAX_FILES = 8

/** `fromMs`: the articles are complete from this time. `newestMs`: start of the newest 15-minute file that was read. */
export type FileNews = {
  readonly articles: readonly NewsArticle[]
  readonly fromMs: number
  readonly newestMs: number
}

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * GDELT's event files: every quarter of an hour the world's reported acts with actors, places and the article behind
 * each. They have no rate limit, so they replace the article search when it throttles, and they contain places.
 *
 * @see http://data.gdeltproject.org/documentation/GDELT-Event_Codebook-V2.0.pdf
 */
export function createGdeltFilesSource({ http, clock }: Ports) {
  async function read(url: string, md5: string | null): Promise<readonly GdeltEvent[]> {
    const packed = await http.getBytes(url, { maxBytes: MAX_PACKED_BYTES })
    if (md5 !== null && createHash("md5").update(packed).digest("hex") !== md5) {
      throw new SourceMalformedError({ kind: "schema", host: HOST, message: `${HOST} sent another file than listed.` })
    }
    return readEvents(HOST, unpack(HOST, packed))
  }

  /** Events between two files, read backwards until a file is missing, so that the result has no gap. */
  async function between(afterMs: number, newest: Update) {
    let events: readonly GdeltEvent[] = []
    let fromMs = newest.atMs
    while (fromMs - QUARTER_MS > afterMs) {
      const older = await read(fileUrl(fromMs - QUARTER_MS), null).catch(nullOnSourceError)
      if (older === null) break
      events = [...older, ...events]
      fromMs -= QUARTER_MS
    }
    return { events, fromMs }
  }

  return {
    name: "gdelt-files",
    license: licenseOf("gdelt"),
    coverage: "global" as const,
    /**
     * Articles of hostile events in the newest file, and in the files after the last one that was read if at most two
     * hours lie between.
     */
    async articles(lastReadMs: number | null = null): Promise<FileNews> {
      const update = parseUpdate(HOST, await http.getText(UPDATE_URL))
      const newest = await read(update.url, update.md5)
      const isNear = lastReadMs !== null && update.atMs - lastReadMs <= MAX_FILES * QUARTER_MS
      const { events, fromMs } = await between(isNear ? lastReadMs : update.atMs, update)
      return { articles: toArticles([...events, ...newest], clock()), fromMs, newestMs: update.atMs }
    },
  }
}

import { createHash } from "node:crypto"
import type { Clock } from "@/lib/domain/clock"
import type { NewsArticle } from "@/lib/domain/geo/news"
import { SourceMalformedError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import type { Terms } from "@/lib/sources/wire/terms"
import { readEvents } from "./read-events"
import { parseUpdate } from "./schema"
import { toArticles } from "./to-articles"
import { unpack } from "./unpack"

const HOST = "data.gdeltproject.org"
/** A quarter of an hour is some 100 kB packed. */
const MOST_PACKED_BYTES = 8_000_000

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * GDELT's event files: every quarter of an hour the world's reported acts with actors, places and the article behind
 * each. They have no rate limit, so they stand in where the article search throttles, and they know where things happened.
 *
 * @see http://data.gdeltproject.org/documentation/GDELT-Event_Codebook-V2.0.pdf
 */
export function createGdeltFilesSource({ http, clock }: Ports) {
  return {
    name: "gdelt-files",
    terms: "green" as Terms,
    coverage: "global" as const,
    /** Articles behind the acts of coercion and force in the newest file; `fromMs` is where that file begins. */
    async articles(): Promise<{ readonly articles: readonly NewsArticle[]; readonly fromMs: number }> {
      const update = parseUpdate(HOST, await http.getText(`http://${HOST}/gdeltv2/lastupdate.txt`))
      const packed = await http.getBytes(update.url, { maxBytes: MOST_PACKED_BYTES })
      if (createHash("md5").update(packed).digest("hex") !== update.md5) {
        throw new SourceMalformedError({
          kind: "schema",
          host: HOST,
          message: `${HOST} sent another file than listed.`,
        })
      }
      const events = readEvents(HOST, unpack(HOST, packed))
      return { articles: toArticles(events, clock()), fromMs: update.atMs }
    },
  }
}

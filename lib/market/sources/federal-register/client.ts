import type { Clock } from "@/lib/domain/clock"
import type { NewsArticle } from "@/lib/domain/geo/news"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { SourceClient } from "@/lib/outbound/source-client"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { Documents, type FederalDocument, readFederalRegisterError } from "./schema"

const HOST = "www.federalregister.gov"
/** Search terms for trade and sanctions documents. */
const TERMS = ["tariff", "sanctions"] as const
const PER_TERM = 20
/** An issue is published at 06:00 in Washington, which is at most this hour in UTC. */
const PUBLISHED_AT_MS = 11 * HOUR_MS

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Presidential documents in the Federal Register, the official evidence of tariffs and sanctions. Public domain.
 *
 * @see https://www.federalregister.gov/developers/documentation/api/v1
 */
export function createFederalRegisterSource({ http, clock }: Ports) {
  async function documents(term: string): Promise<readonly FederalDocument[]> {
    const query = new URLSearchParams({
      "conditions[term]": term,
      "conditions[type][]": "PRESDOCU",
      order: "newest",
      per_page: String(PER_TERM),
    })
    const url = `https://${HOST}/api/v1/documents.json?${query.toString()}`
    const { results } = await http.getJson(url, { schema: Documents, readError: readFederalRegisterError })
    return results?.rows ?? []
  }

  return {
    name: "federal-register",
    license: licenseOf("federal-register"),
    coverage: "partial" as const,
    /** The newest documents on tariffs and on sanctions, each once. */
    async articles(): Promise<readonly NewsArticle[]> {
      const [tariffs, sanctions] = await Promise.all(TERMS.map(documents))
      const byUrl = new Map([...(tariffs ?? []), ...(sanctions ?? [])].map((one) => [one.html_url, one]))
      return [...byUrl.values()].map(({ title, html_url: url, publication_date: date }) => ({
        title,
        url,
        domain: "federalregister.gov",
        language: "English",
        seenAtMs: Math.min(clock(), Date.parse(`${date}T00:00:00Z`) + PUBLISHED_AT_MS),
        isOfficial: true,
        location: null,
      }))
    },
  }
}

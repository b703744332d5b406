import type { z } from "zod"
import { recordContract } from "@/lib/endpoints/record/contract"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"

const Page = recordContract.response

export type ExportedRecord = z.output<typeof Page>["records"][number]

const DEADLINE_MS = 30_000

/** Asks a service's API, by its base URL: `https://host/api`. */
export function askApi(api: string, path: string, get: typeof fetch): Promise<Response> {
  return get(`${api.replace(/\/$/, "")}${path}`, { signal: AbortSignal.timeout(DEADLINE_MS) })
}

/** The whole chain of a service, page by page. */
export async function fetchRecord(api: string, get: typeof fetch = fetch): Promise<readonly ExportedRecord[]> {
  const records: ExportedRecord[] = []
  let after: number | null = 0
  while (after !== null) {
    const response: Response = await askApi(api, `/record?after=${after}`, get)
    if (!response.ok) throw new Error(`${api} answered ${response.status}.`)
    const page: z.output<typeof Page> = Page.parse(await response.json())
    records.push(...page.records)
    if (page.next_after !== null && page.next_after <= after) throw new Error(`${api} leads in circles.`)
    after = page.next_after
  }
  return records
}

/** The records as a file for `verifyFile`: one canonical line per record. */
export function toFile(records: readonly ExportedRecord[]): string {
  return records
    .map(({ id, commitment, prev_hash: prevHash, hash, facts, nonce, withheld }) => {
      const why = withheld.length === 0 ? {} : { withheld }
      return `${canonicalJson({ id, commitment, prevHash, hash, facts, nonce, ...why })}\n`
    })
    .join("")
}

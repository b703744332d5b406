import type { PaidContract } from "@/lib/api/contract"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"

/** Parsed query parameters. */
type Query = Readonly<Record<string, unknown>>

/** The parsed query of a URL, with its defaults; `null`: it does not fit the contract. */
export function queryOf({ queryParams }: PaidContract, url: string): Query | null {
  const search = new URLSearchParams(url.split("?")[1])
  return queryParams.safeParse(Object.fromEntries(search)).data ?? null
}

/**
 * The parameters that differ from their default, in one text for one meaning; `null`: none. The parameter that has versions of its
 * own is not among them.
 */
export function ownQueryOf({ queryParams, versionedBy }: PaidContract, query: Query): string | null {
  const own = Object.entries(query).flatMap(([name, value]) => {
    if (name === versionedBy || value === undefined) return []
    const usual = queryParams.shape[name]?.safeParse(undefined).data
    return usual !== undefined && canonicalJson(usual) === canonicalJson(value) ? [] : [[name, value] as const]
  })
  return own.length === 0 ? null : canonicalJson(Object.fromEntries(own))
}

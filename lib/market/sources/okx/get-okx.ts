import type { z } from "zod"
import { type BreakerState, breakerOf } from "@/lib/outbound/circuit-breaker"
import { isSourceError, type SourceErrorKind } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import { readOkxError } from "./schema"

export const OKX_HOST = "www.okx.com"
/** Serves the same public data to addresses that the first host refuses (403 or 451). */
const US_HOST = "us.okx.com"

const REFUSED: ReadonlySet<SourceErrorKind> = new Set(["geo_block", "auth"])

/** Reads an OKX endpoint, from the US host if the first one refuses this address. */
export async function getOkx<T>(http: SourceClient, path: string, schema: z.ZodType<T>): Promise<T> {
  const options = { schema, readError: readOkxError }
  try {
    return await http.getJson(`https://${OKX_HOST}/api/v5/${path}`, options)
  } catch (error) {
    if (!isSourceError(error) || !REFUSED.has(error.kind)) throw error
    return http.getJson(`https://${US_HOST}/api/v5/${path}`, options)
  }
}

/** State of the host that serves: the US host once the first one is blocked. */
export function okxBreaker(http: SourceClient): BreakerState {
  const first = breakerOf(http.health(), OKX_HOST)
  return first === "blocked" ? breakerOf(http.health(), US_HOST) : first
}

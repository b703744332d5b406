import type { z } from "zod"

const TIMEOUT_MS = 15_000

type ReadOptions = {
  readonly signal?: AbortSignal
  readonly fetch?: (path: string, init: RequestInit) => Promise<Response>
  /** The answer is valid whatever its status is: `GET /api/health` reports a failed part with 503. */
  readonly anyStatus?: boolean
}

/**
 * The parsed answer of a free endpoint.
 *
 * @throws {Error} with a sentence for the reader
 */
export async function readFree<S extends z.ZodType>(
  path: string,
  schema: S,
  { signal, fetch = globalThis.fetch, anyStatus = false }: ReadOptions = {},
): Promise<z.output<S>> {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  let response: Response
  let body: unknown
  try {
    response = await fetch(path, { cache: "no-store", signal: signal ? AbortSignal.any([signal, limit]) : limit })
    body = await response.json()
  } catch {
    throw new Error("The service does not answer.")
  }
  const parsed = schema.safeParse(body)
  if (parsed.success && (response.ok || anyStatus)) return parsed.data
  throw new Error(`The service answered ${response.status}.`)
}

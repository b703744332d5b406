type Fetch = (path: string, init: RequestInit) => Promise<Response>

const TIMEOUT_MS = 10_000

/** Statuses of a server or proxy that does not answer OPTIONS with terms. */
const OPTIONS_UNSUPPORTED: ReadonlySet<number> = new Set([204, 405, 501])

/**
 * Requests the terms of a paid resource without paying.
 *
 * OPTIONS answers 200 with the terms of the 402, because browsers log each 402 as an error in the console.
 */
export async function requestTerms(fetch: Fetch, path: string): Promise<Response> {
  const request = (method: string) =>
    fetch(path, { method, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) })
  const response = await request("OPTIONS")
  return OPTIONS_UNSUPPORTED.has(response.status) ? request("GET") : response
}

/** Whether a response may have terms. */
export function hasTerms({ ok, status }: Pick<Response, "ok" | "status">): boolean {
  return ok || status === 402
}

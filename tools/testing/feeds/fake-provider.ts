import { createSourceClient, type SourceClient } from "@/lib/outbound/source-client"
import { createFakeTime, type FakeTime } from "./fake-time"

/** The answer of a fake provider to one request. */
export type FakeAnswer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text and bytes are sent unchanged, other values as JSON. */
  readonly body: unknown
}

export type FakeProvider = {
  readonly http: SourceClient
  readonly time: FakeTime
  /** Every request, in order. */
  readonly requests: Request[]
}

/** A source client whose network is a function; limits are wide unless a test is about them. */
export function createFakeProvider(
  answer: (request: Request) => FakeAnswer | Promise<FakeAnswer>,
  options: { readonly startMs?: number; readonly limits?: Parameters<typeof createSourceClient>[0]["limits"] } = {},
): FakeProvider {
  const time = createFakeTime(options.startMs ?? Date.UTC(2026, 10, 20, 12, 30))
  const requests: Request[] = []
  const http = createSourceClient({
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      return toResponse(await answer(request))
    },
    clock: time.clock,
    sleep: time.sleep,
    random: () => 0.5,
    userAgent: "signal402-test/1.0",
    limits: options.limits ?? new Proxy({}, { get: () => ({ burst: 1e6, perSecond: 1e6 }) }),
  })
  return { http, time, requests }
}

function toResponse({ status = 200, headers = {}, body }: FakeAnswer): Response {
  const sent = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body)
  return new Response(typeof sent === "string" ? sent : new Uint8Array(sent), { status, headers: { ...headers } })
}

import { QueryClient, queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import { MINUTE_MS } from "@/lib/domain/utc-day"
import { readFree } from "./read-free"

/** A failed read is repeated after this time at the latest, and when the page becomes visible or the network is back. */
const MAX_RETRY_MS = MINUTE_MS

type FreeRead<T> = {
  /** How often the answer is read again while the page is visible. `false`: once. */
  readonly everyMs: number | false | ((answer: T | undefined) => number)
  readonly anyStatus?: boolean
}

/** The read of a free endpoint. An answer that was read stays when a later read fails. */
export function freeRead<S extends z.ZodType>(path: string, schema: S, { everyMs, anyStatus }: FreeRead<z.output<S>>) {
  return queryOptions<z.output<S>>({
    queryKey: [path],
    queryFn: ({ signal }) => readFree(path, schema, { signal, ...(anyStatus && { anyStatus }) }),
    refetchInterval: ({ state: { status, data } }) => {
      const ms = typeof everyMs === "function" ? everyMs(data) : everyMs
      return status === "error" ? Math.min(ms || MAX_RETRY_MS, MAX_RETRY_MS) : ms
    },
  })
}

let ofPage: QueryClient | null = null

/** The answers of this page. On the server each render has its own, because answers of requests must not mix. */
export function pageQueries(): QueryClient {
  if (typeof window === "undefined") return createQueries()
  if (ofPage === null) {
    ofPage = createQueries()
    // Without a provider nothing else listens to visibility and network.
    ofPage.mount()
  }
  return ofPage
}

/** A failure is shown at once, and `refetchInterval` repeats the read: one retry policy for every read. */
export function createQueries(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } })
}

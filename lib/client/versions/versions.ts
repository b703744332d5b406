import { versionsContract } from "@/lib/endpoints/versions/contract"
import { ageMs } from "@/lib/client/age"
import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"
import { createQueries } from "@/lib/client/reads/queries"
import { readFree } from "@/lib/client/reads/read-free"
import type { VersionList } from "./newer"

export type Versions = ExternalStore<VersionList | null> & {
  /** Requests the list again, unless a request is under way. Without an answer the last list stays. */
  readonly refresh: () => Promise<void>
  /** A live stream reported no change, so a recent list is as good as a new one. */
  readonly confirm: () => void
}

type VersionsDeps = {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

/** A list that was not confirmed for longer is read again, because the stream was interrupted. */
const MAX_CONFIRMED_AGE_MS = 45_000

/** The free version check (`GET /api/versions`). */
export function createVersions({ fetch, now }: VersionsDeps): Versions {
  const store = createStore<VersionList | null>(null)
  const queries = createQueries()
  const read = {
    queryKey: ["/api/versions"],
    queryFn: () => readFree("/api/versions", versionsContract.response, { fetch }),
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    async refresh() {
      try {
        const { versions } = await queries.fetchQuery(read)
        store.set({ versions, atMs: now() })
      } catch {
        // Without an answer the last list stays.
      }
    },
    confirm() {
      const list = store.get()
      if (list !== null && ageMs(list.atMs, now()) <= MAX_CONFIRMED_AGE_MS) store.set({ ...list, atMs: now() })
    },
  }
}

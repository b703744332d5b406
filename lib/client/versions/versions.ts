import { versionsContract } from "@/lib/endpoints/versions/contract"
import { ageMs } from "@/lib/client/age"
import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"
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

const TIMEOUT_MS = 10_000
/** A list that was not confirmed for longer is read again, because the stream was interrupted. */
const MAX_CONFIRMED_AGE_MS = 45_000

/** The free version check (`GET /api/versions`). */
export function createVersions({ fetch, now }: VersionsDeps): Versions {
  const store = createStore<VersionList | null>(null)
  let asking: Promise<void> | null = null
  const ask = async () => {
    try {
      const response = await fetch("/api/versions", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) })
      const answer = versionsContract.response.safeParse(await response.json())
      if (response.ok && answer.success) store.set({ versions: answer.data.versions, atMs: now() })
    } catch {
      // Without an answer the last list stays.
    } finally {
      asking = null
    }
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    refresh: () => (asking ??= ask()),
    confirm() {
      const list = store.get()
      if (list !== null && ageMs(list.atMs, now()) <= MAX_CONFIRMED_AGE_MS) store.set({ ...list, atMs: now() })
    },
  }
}

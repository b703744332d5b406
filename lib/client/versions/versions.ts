import { versionsContract } from "@/lib/api/versions"
import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"
import type { VersionList } from "./newer"

export type Versions = ExternalStore<VersionList | null> & {
  /** Requests the list again, unless a request is under way. Without an answer the last list stays. */
  readonly refresh: () => Promise<void>
}

type VersionsDeps = {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

const TIMEOUT_MS = 10_000

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
  return { get: store.get, subscribe: store.subscribe, refresh: () => (asking ??= ask()) }
}

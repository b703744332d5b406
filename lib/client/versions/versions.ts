import type { ResponseOf } from "@/lib/api/contract"
import { versionsContract } from "@/lib/api/versions"
import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"

type Listed = ResponseOf<typeof versionsContract>["versions"]

/** What the service said it sells, and when it said so. */
export type VersionList = { readonly versions: Listed; readonly atMs: number }

export type Versions = ExternalStore<VersionList | null> & {
  /** Asks again, unless somebody asks already. A silent service leaves things as they were. */
  readonly refresh: () => Promise<void>
}

type VersionsDeps = {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

const TIMEOUT_MS = 10_000

/** The free check that comes before any payment. */
export function createVersions({ fetch, now }: VersionsDeps): Versions {
  const store = createStore<VersionList | null>(null)
  let asking: Promise<void> | null = null
  const ask = async () => {
    try {
      const response = await fetch("/api/versions", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) })
      const answer = versionsContract.response.safeParse(await response.json())
      if (response.ok && answer.success) store.set({ versions: answer.data.versions, atMs: now() })
    } catch {
      // Nothing is claimed without an answer.
    } finally {
      asking = null
    }
  }
  return { get: store.get, subscribe: store.subscribe, refresh: () => (asking ??= ask()) }
}

/** The newest version of a product, by its path below `/api`; `null` where versions do not cover it. */
export function versionOf(list: VersionList | null, path: string): Listed[string] | null {
  return list?.versions[path.replace(/^\/api/, "")] ?? null
}

/** Nothing is said about versions on the word of an answer older than this. */
const BELIEVED_FOR_MS = 5 * 60_000

/**
 * Whether a purchase would bring a decision that this browser does not hold yet. Pure.
 *
 * @param held commitment of the version that was bought
 * @returns `null` when that cannot be said for certain
 */
export function isNewer(
  list: VersionList | null,
  { path, held, nowMs }: { readonly path: string; readonly held: string | undefined; readonly nowMs: number },
): boolean | null {
  const newest = versionOf(list, path)
  if (list === null || newest === null || held === undefined || nowMs - list.atMs > BELIEVED_FOR_MS) return null
  return newest.commitment !== held
}

/** A lock shared by the tabs of this browser. A closed tab releases its locks. */
export type TabLock = {
  /**
   * Runs a task under a named lock, after waiting at most `waitMs`.
   *
   * @param task gets `isAcquired`: false when the lock was not free in time
   */
  readonly acquire: (name: string, waitMs: number, task: (isAcquired: boolean) => Promise<void>) => Promise<void>
}

/** The part of `navigator.locks` that is used; tests provide their own. */
export type WebLocks = {
  readonly request: (
    name: string,
    options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal },
    task: (lock: object | null) => Promise<void>,
  ) => Promise<void>
}

/**
 * A tab lock on top of Web Locks; `null` where the browser has none, as on pages without TLS.
 *
 * @see https://www.w3.org/TR/web-locks/
 */
export function createTabLock(locks: WebLocks | undefined): TabLock | null {
  if (!locks) return null
  return {
    async acquire(name, waitMs, task) {
      let running: Promise<void> | null = null
      const run = (isAcquired: boolean) => (running ??= task(isAcquired))
      const options = waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) }
      // The wait timed out, or the browser does not allow locks here.
      await locks.request(PREFIX + name, options, (lock) => run(lock !== null)).catch(() => run(false))
    },
  }
}

const PREFIX = "signal402."

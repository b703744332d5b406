/** Whose turn it is among the tabs of this browser. A tab that closes gives up its tabLock. */
export type TabLock = {
  /**
   * Runs a task while no other tab runs one of the same name, after at most `waitMs`.
   *
   * @param task hears whether the turn is this tab's: false when another tab did not end in time
   */
  readonly acquire: (name: string, waitMs: number, task: (isAcquired: boolean) => Promise<void>) => Promise<void>
}

/** The part of `navigator.locks` that is used, so that tests can bring their own. */
export type WebLocks = {
  readonly request: (
    name: string,
    options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal },
    task: (lock: object | null) => Promise<void>,
  ) => Promise<void>
}

/**
 * TabLock by the Web Locks of the browser; `null` where it has none, as on pages that were not loaded securely.
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
      // Not in time, or not allowed here.
      await locks.request(PREFIX + name, options, (lock) => run(lock !== null)).catch(() => run(false))
    },
  }
}

const PREFIX = "signal402."

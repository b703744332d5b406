const CHECK_INTERVAL_MS = 1_000

/**
 * Calls `callback` once after `durationMs` of wall-clock time. Timers stop while a device sleeps, so the clock is compared
 * every second.
 *
 * @returns cancels the timer
 */
export function afterElapsed(durationMs: number, callback: () => void): () => void {
  const startedAtMs = Date.now()
  const timer = setInterval(() => {
    if (Date.now() - startedAtMs < durationMs) return
    clearInterval(timer)
    callback()
  }, CHECK_INTERVAL_MS)
  return () => clearInterval(timer)
}

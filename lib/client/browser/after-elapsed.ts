const LOOK_EVERY_MS = 1_000

/**
 * Calls `tell` once after `durationMs` of wall-clock time. Timers stop while a device sleeps, so the clock is compared
 * every second.
 *
 * @returns cancels the timer
 */
export function afterElapsed(durationMs: number, tell: () => void): () => void {
  const begunAtMs = Date.now()
  const timer = setInterval(() => {
    if (Date.now() - begunAtMs < durationMs) return
    clearInterval(timer)
    tell()
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

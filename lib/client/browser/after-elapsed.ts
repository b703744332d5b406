const LOOK_EVERY_MS = 1_000

/**
 * Tells once that something has lasted this long, by the page's clock: a device that slept has counted no seconds.
 *
 * @returns calls it off
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

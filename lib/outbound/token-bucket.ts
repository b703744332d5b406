/** The rate limit of one host: `burst` requests at once, `perSecond` on average. */
export type HostLimit = { readonly burst: number; readonly perSecond: number }

export type TokenBucket = {
  /** Takes one token and returns how long the caller must wait for it, in milliseconds. */
  take(nowMs: number): number
  /** The wait that `take` would return. Takes no token. */
  waitMs(nowMs: number): number
}

/** A token bucket whose tokens can be reserved in advance. Callers wait in order of arrival. */
export function createTokenBucket({ burst, perSecond }: HostLimit): TokenBucket {
  let tokens = burst
  let countedAtMs = Number.NEGATIVE_INFINITY

  function refill(nowMs: number): void {
    const earned = (Math.max(0, nowMs - countedAtMs) / 1000) * perSecond
    tokens = Math.min(burst, tokens + earned)
    // After the clock is set back, no token is added, and the count continues from the new time.
    countedAtMs = nowMs
  }

  function waitMs(nowMs: number): number {
    refill(nowMs)
    return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1000)
  }

  return {
    waitMs,
    take(nowMs) {
      const wait = waitMs(nowMs)
      tokens -= 1
      return wait
    },
  }
}

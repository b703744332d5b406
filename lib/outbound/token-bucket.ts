/** How often one host may be asked: `burst` requests at once, `perSecond` on average. */
export type HostLimit = { readonly burst: number; readonly perSecond: number }

export type TokenBucket = {
  /** Takes one token and answers how long the caller must wait for it, in milliseconds. */
  take(nowMs: number): number
  /** The wait that `take` would answer; nothing is taken. */
  waitMs(nowMs: number): number
}

/** A token bucket whose tokens may be taken ahead of time: callers wait in the order in which they came. */
export function createTokenBucket({ burst, perSecond }: HostLimit): TokenBucket {
  let tokens = burst
  let countedAtMs = Number.NEGATIVE_INFINITY

  function refill(nowMs: number): void {
    const earned = (Math.max(0, nowMs - countedAtMs) / 1000) * perSecond
    tokens = Math.min(burst, tokens + earned)
    // A clock that is set back earns nothing for the moment, and goes on from there.
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

/** UTC epoch milliseconds, now. Rules take `nowMs`; a `Clock` is for code that lives longer than one question. */
export type Clock = () => number

/**
 * Whether a period is over, by a clock that may be set back meanwhile: what seems to begin later than now began by the
 * clock as it was, and is over.
 */
export function isOver(period: {
  readonly sinceMs: number
  readonly lengthMs: number
  readonly nowMs: number
}): boolean {
  const passedMs = period.nowMs - period.sinceMs
  return passedMs < 0 || passedMs >= period.lengthMs
}

/** Resolves after `ms`. Once `signal` is aborted the promise may stay pending for ever: nobody waits for it any more. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

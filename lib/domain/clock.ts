/** UTC epoch milliseconds, now. Rules take `nowMs`; a `Clock` is for code that lives longer than one question. */
export type Clock = () => number

/**
 * Whether a period is over, by a clock that may be set back. A period that begins later than now began before the clock
 * was set back, and is over.
 */
export function isOver(period: {
  readonly sinceMs: number
  readonly lengthMs: number
  readonly nowMs: number
}): boolean {
  const passedMs = period.nowMs - period.sinceMs
  return passedMs < 0 || passedMs >= period.lengthMs
}

/** Resolves after `ms`. After `end` the promise may stay pending. */
export type Sleep = (ms: number, end?: WaitEnd) => Promise<void>

/** The part of an `AbortSignal` that a wait needs. */
export type WaitEnd = {
  readonly aborted: boolean
  addEventListener(type: "abort", hear: () => void, options?: { readonly once: true }): void
}

/** A light replacement of `AbortController`, which costs ten times as much: every payment has a deadline. */
export function createWaitEnd(): WaitEnd & { readonly end: () => void } {
  let hear: (() => void) | null = null
  let aborted = false
  return {
    get aborted() {
      return aborted
    },
    addEventListener(_, callback) {
      hear = callback
    },
    end() {
      aborted = true
      hear?.()
    },
  }
}

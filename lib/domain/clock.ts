/** UTC epoch milliseconds, now. Rules take `nowMs`; a `Clock` is for code that lives longer than one question. */
export type Clock = () => number

/** Resolves after `ms`. Once `signal` is aborted the promise may stay pending for ever: nobody waits for it any more. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

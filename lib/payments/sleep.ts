/** Resolves after `ms`. Once the signal is aborted the promise may stay pending: nobody waits for it any more. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

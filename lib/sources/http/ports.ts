/** The part of `fetch` that sources need. It is called with a `Request`, as `globalThis.fetch` may be. */
export type Fetch = typeof globalThis.fetch

/** Resolves after `ms`. Once `signal` is aborted the promise may stay pending for ever: nobody waits for it any more. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

/** The timer of this process; an aborted wait leaves nothing behind. */
export const timerSleep: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener("abort", () => clearTimeout(timer), { once: true })
  })

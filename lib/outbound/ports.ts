import type { Sleep } from "@/lib/domain/clock"

/** The part of `fetch` that sources need. It is called with a `Request`, as `globalThis.fetch` may be. */
export type Fetch = typeof globalThis.fetch

/** The timer of this process; an aborted wait leaves nothing behind. */
export const timerSleep: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener("abort", () => clearTimeout(timer), { once: true })
  })

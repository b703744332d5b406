import type { Sleep } from "@/lib/domain/clock"

/** The part of `fetch` that sources need. It is called with a `Request`, as `globalThis.fetch` may be. */
export type Fetch = typeof globalThis.fetch

/** The timer of this process; a wait that is ended leaves nothing behind. */
export const timerSleep: Sleep = (ms, end) =>
  new Promise((resolve) => {
    if (end?.aborted) return
    const timer = setTimeout(resolve, ms)
    end?.addEventListener("abort", () => clearTimeout(timer), { once: true })
  })

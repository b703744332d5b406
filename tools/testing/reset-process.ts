import { afterAll, vi } from "vitest"

/** Files share a process, so the clock and the service (see `singleton()`) of one are removed before the next. */
afterAll(() => {
  vi.useRealTimers()
  const home: Record<symbol, unknown> = globalThis
  for (const key of Object.getOwnPropertySymbols(home)) {
    if (key.description?.startsWith("signal402.") === true) delete home[key]
  }
})

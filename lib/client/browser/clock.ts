export type PageClock = {
  readonly subscribe: (listener: () => void) => () => void
  /** The time of the last tick. */
  readonly read: () => number
}

const TICK_MS = 15_000

/**
 * One clock for every component that shows an age, so that the page renders once per tick. It also ticks when the page
 * becomes visible, because timers stop while a device sleeps.
 */
export function createPageClock(): PageClock {
  let nowMs = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()

  function tick(): void {
    nowMs = Date.now()
    for (const listener of listeners) listener()
  }

  function start(): void {
    timer = setInterval(tick, TICK_MS)
    document.addEventListener("visibilitychange", tick)
    window.addEventListener("pageshow", tick)
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
    document.removeEventListener("visibilitychange", tick)
    window.removeEventListener("pageshow", tick)
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (timer === undefined) start()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    read() {
      if (nowMs === 0) nowMs = Date.now()
      return nowMs
    },
  }
}

import type { Sleep } from "@/lib/domain/clock"

/** A wait of at least this length is a deadline: it ends only when a test ends it. */
const DEADLINE_FROM_MS = 8000

export type FakeTime = {
  readonly clock: () => number
  /** A short wait passes at once and moves the clock; a deadline stays pending until `expire`. */
  readonly sleep: Sleep
  /** Every wait asked for, in order. */
  readonly waitsMs: number[]
  advance(ms: number): void
  set(nowMs: number): void
  /** Ends every pending deadline. */
  expire(): void
}

/** A clock that stands still, and a timer that never waits. */
export function createFakeTime(startMs: number): FakeTime {
  let nowMs = startMs
  const waitsMs: number[] = []
  const pending: (() => void)[] = []
  return {
    clock: () => nowMs,
    waitsMs,
    sleep(ms) {
      waitsMs.push(ms)
      if (ms >= DEADLINE_FROM_MS) return new Promise((resolve) => pending.push(resolve))
      nowMs += ms
      return Promise.resolve()
    },
    advance(ms) {
      nowMs += ms
    },
    set(ms) {
      nowMs = ms
    },
    expire() {
      for (const resolve of pending.splice(0)) resolve()
    },
  }
}

/** Lets everything that is already under way finish. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

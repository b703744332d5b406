import { type Clock, isOver } from "@/lib/domain/clock"

/** Lines of one kind that are written in full within a window; the others are counted. */
const MAX_LINES = 3
const WINDOW_MS = 10_000
/** Kinds that are remembered. */
const MAX_KINDS = 1_000

type Kind = { sinceMs: number; lines: number; repeated: number; write: (repeated: number) => void }

export type LogThrottle = {
  /** Calls `write` now with the number of lines that were left out before, or counts the line. */
  line(kind: string, write: (repeated: number) => void): void
  /** Writes the last line of each kind whose window is over and from which lines were left out. */
  flush(): void
}

/**
 * Writes at most three lines of a kind in ten seconds. The next line says how many were left out (`repeated`), and when none
 * follows, `flush` writes the last one.
 */
export function createLogThrottle(clock: Clock): LogThrottle {
  const kinds = new Map<string, Kind>()

  return {
    line(kind, write) {
      const nowMs = clock()
      const known = kinds.get(kind)
      if (known === undefined || isOver({ sinceMs: known.sinceMs, lengthMs: WINDOW_MS, nowMs })) {
        kinds.delete(kind)
        kinds.set(kind, { sinceMs: nowMs, lines: 1, repeated: 0, write })
        const [oldest] = kinds.keys()
        if (kinds.size > MAX_KINDS && oldest !== undefined) kinds.delete(oldest)
        return write(known?.repeated ?? 0)
      }
      known.lines += 1
      if (known.lines <= MAX_LINES) return write(0)
      known.repeated += 1
      known.write = write
    },
    flush() {
      const nowMs = clock()
      for (const [name, kind] of kinds) {
        if (!isOver({ sinceMs: kind.sinceMs, lengthMs: WINDOW_MS, nowMs })) continue
        kinds.delete(name)
        // The line itself is one of those that were left out.
        if (kind.repeated > 0) kind.write(kind.repeated - 1)
      }
    },
  }
}

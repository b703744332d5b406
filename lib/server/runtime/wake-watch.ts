/** A process that beats every second was stopped, or its machine was suspended, when a beat is this late. Leases have ended then. */
const MAX_GAP_MS = 5_000

export type WakeWatch = {
  /** True when this process was stopped, its machine was suspended, or the clock was set, since the last beat. */
  readonly beat: () => boolean
}

export type Clocks = { readonly wall: () => number; readonly monotonic: () => number }

/**
 * Both clocks are needed: the monotonic one stands still while the machine is suspended, and the wall clock can be set back over the
 * time in which the process was stopped.
 */
export function createWakeWatch({ wall, monotonic }: Clocks): WakeWatch {
  let last = { wall: wall(), monotonic: monotonic() }
  return {
    beat() {
      const now = { wall: wall(), monotonic: monotonic() }
      const gaps = [now.wall - last.wall, now.monotonic - last.monotonic]
      last = now
      return gaps.some((gapMs) => Math.abs(gapMs) > MAX_GAP_MS)
    },
  }
}

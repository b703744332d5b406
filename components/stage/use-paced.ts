"use client"

import { useEffect, useState } from "react"

/** Arrows that happened at once are still drawn one after the other. */
const LIVE_STEP_MS = 160
/** Slow enough to speak over. */
const REPLAY_STEP_MS = 1_400

export type Paced = {
  readonly count: number
  readonly isReplaying: boolean
  readonly replay: () => void
  /** Draws one more or one fewer, and stops the replay. */
  readonly step: (by: 1 | -1) => void
}

/**
 * How many of `total` arrows are drawn.
 *
 * @param key starts again from none when it changes
 * @param replayed a replay starts when it is raised
 */
export function usePaced(total: number, key: string, replayed: number): Paced {
  const [state, setState] = useState({ key, replayed, count: 0, mode: replayed > 0 ? "replay" : "live" })
  if (state.key !== key || state.replayed !== replayed) {
    setState({ key, replayed, count: 0, mode: state.replayed === replayed ? "live" : "replay" })
  }
  const { count, mode } = state
  const isMoving = mode !== "still" && count < total
  useEffect(() => {
    if (!isMoving) return
    const timer = setTimeout(
      () => setState((now) => ({ ...now, count: now.count + 1 })),
      mode === "replay" && count > 0 ? REPLAY_STEP_MS : LIVE_STEP_MS,
    )
    return () => clearTimeout(timer)
  }, [isMoving, count, mode])
  return {
    count: Math.min(count, total),
    isReplaying: mode === "replay" && count < total,
    replay: () => setState((now) => ({ ...now, count: 0, mode: "replay" })),
    step: (by) =>
      setState((now) => ({
        ...now,
        mode: "still",
        count: Math.max(1, Math.min(total, Math.min(now.count, total) + by)),
      })),
  }
}

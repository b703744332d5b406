import { useSyncExternalStore } from "react"

const TICK_MS = 15_000

let nowMs = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Everybody who shows an age shares one clock, so that the page changes once per tick. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  nowMs = Date.now()
  for (const listener of listeners) listener()
}

function read(): number {
  if (nowMs === 0) nowMs = Date.now()
  return nowMs
}

/** The time to the nearest 15 seconds; 0 while the server renders. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read, () => 0)
}

import { useEffect, useState } from "react"
import { usePollTick } from "@/lib/client/browser/use-poll-tick"
import { useStream } from "./use-stream"
import type { Health } from "@/lib/client/health"

/** `undefined` before the first answer, `null` without one. */
export type HealthResult = Health | null | undefined

/** The stream reports changes of the state, and not new times of unchanged parts. */
const STREAMING_POLL_MS = 10 * 60_000

/**
 * Service health while the page is visible: read again when the stream reports a change, and every `everyMs` while there is no
 * stream. The code loads with the first request.
 */
export function useHealth(everyMs: number): HealthResult {
  const [health, setHealth] = useState<HealthResult>(undefined)
  const [changes, setChanges] = useState(0)
  const stream = useStream("service", ({ status, not_ok }) => {
    const failing = health?.parts.filter((part) => part.status !== "ok").length
    if (health?.status !== status || failing !== not_ok.length) setChanges((count) => count + 1)
  })
  const tick = usePollTick(stream === "live" ? Math.max(everyMs, STREAMING_POLL_MS) : everyMs)
  const refreshKey = tick === null ? null : `${tick}.${changes}`
  useEffect(() => {
    let current = true
    const load = async () => {
      const { fetchHealth } = await import("@/lib/client/services")
      return fetchHealth()
    }
    const show = (next: Health | null) => {
      if (current) setHealth(next)
    }
    // A chunk that does not load comes from the same service.
    if (refreshKey !== null) void load().then(show, () => show(null))
    return () => {
      current = false
    }
  }, [refreshKey])
  return health
}

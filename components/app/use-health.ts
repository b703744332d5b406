import { useEffect, useState } from "react"
import { usePollTick } from "@/lib/client/browser/use-poll-tick"
import type { Health } from "@/lib/client/health"

/** `undefined` before the first answer, `null` without one. */
export type HealthResult = Health | null | undefined

/** Service health, polled while the page is visible. The code loads with the first request. */
export function useHealth(everyMs: number): HealthResult {
  const [health, setHealth] = useState<HealthResult>(undefined)
  const beat = usePollTick(everyMs)
  useEffect(() => {
    let current = true
    const load = async () => {
      const { fetchHealth } = await import("@/lib/client/health")
      return fetchHealth()
    }
    const show = (next: Health | null) => {
      if (current) setHealth(next)
    }
    // A chunk that does not load comes from the same service.
    if (beat !== null) void load().then(show, () => show(null))
    return () => {
      current = false
    }
  }, [beat])
  return health
}

import { useEffect, useState } from "react"
import { usePollTick } from "@/lib/client/browser/use-poll-tick"
import type { Health } from "@/lib/client/health"

/** `undefined` until the first answer, `null` while there is none. */
export type HealthResult = Health | null | undefined

/** How the service says it is, asked again every so often while somebody looks. The code for asking loads with the first. */
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
    // Code that does not load comes from the same service.
    if (beat !== null) void load().then(show, () => show(null))
    return () => {
      current = false
    }
  }, [beat])
  return health
}

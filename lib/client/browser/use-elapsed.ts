import { useEffect, useState } from "react"
import { afterElapsed } from "./after-elapsed"

/** True once a condition has been true for `durationMs` without interruption. */
export function useElapsed(condition: boolean, durationMs: number): boolean {
  const [hasElapsed, setElapsed] = useState(false)
  useEffect(() => {
    if (!condition) return undefined
    const cancel = afterElapsed(durationMs, () => setElapsed(true))
    return () => {
      cancel()
      setElapsed(false)
    }
  }, [condition, durationMs])
  return hasElapsed
}

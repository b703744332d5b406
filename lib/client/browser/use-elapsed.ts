import { useEffect, useState } from "react"
import { afterElapsed } from "./after-elapsed"

/** True once a condition has been true for `durationMs` without interruption. */
export function useElapsed(isSo: boolean, durationMs: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isSo) return undefined
    const callOff = afterElapsed(durationMs, () => setLasts(true))
    return () => {
      callOff()
      setLasts(false)
    }
  }, [isSo, durationMs])
  return lasts
}

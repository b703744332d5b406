import { useEffect, useState } from "react"
import { afterElapsed } from "./after-elapsed"

/** Whether something that is so now has been so for this long. */
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

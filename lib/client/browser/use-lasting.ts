import { useEffect, useState } from "react"
import { afterLasting } from "./lasting"

/** Whether something that is so now has been so for this long. */
export function useLasting(isSo: boolean, lastingMs: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isSo) return undefined
    const callOff = afterLasting(lastingMs, () => setLasts(true))
    return () => {
      callOff()
      setLasts(false)
    }
  }, [isSo, lastingMs])
  return lasts
}

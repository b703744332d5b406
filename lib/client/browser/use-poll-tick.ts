import { useNow } from "./use-now"
import { useVisible } from "./use-visible"

/**
 * A number that changes every `everyMs` while the page is visible; `null` while it is hidden and on the server. It also
 * changes when the page becomes visible again.
 */
export function usePollTick(everyMs: number): number | null {
  const nowMs = useNow()
  return useVisible() && nowMs > 0 ? Math.floor(nowMs / everyMs) : null
}

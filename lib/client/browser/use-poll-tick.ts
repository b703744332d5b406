import { useNow } from "./use-now"
import { useVisible } from "./use-visible"

/**
 * A number that changes every so often while somebody looks; `null` while nobody does and while the server renders. To
 * ask for something on each new one is to ask in that rhythm, and at once when the page comes back to the front.
 */
export function usePollTick(everyMs: number): number | null {
  const nowMs = useNow()
  return useVisible() && nowMs > 0 ? Math.floor(nowMs / everyMs) : null
}

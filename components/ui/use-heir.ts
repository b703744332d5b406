import { type RefObject, useLayoutEffect, useRef } from "react"

/** A ref for an element that may leave the page while it has the focus, which the heir takes then. */
export function useHeir<T extends HTMLElement>(heir: RefObject<HTMLElement | null>): RefObject<T | null> {
  const leaving = useRef<T>(null)
  useLayoutEffect(() => {
    const [present, next] = [leaving.current, heir.current]
    return () => {
      if (document.activeElement === present) next?.focus()
    }
  }, [heir])
  return leaving
}

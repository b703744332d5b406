import { type RefObject, useLayoutEffect, useRef } from "react"

/** A ref for an element that may be removed while it has the focus. The focus moves to the fallback element. */
export function useFocusFallback<T extends HTMLElement>(
  focusFallback: RefObject<HTMLElement | null>,
): RefObject<T | null> {
  const leaving = useRef<T>(null)
  useLayoutEffect(() => {
    const [present, next] = [leaving.current, focusFallback.current]
    return () => {
      if (document.activeElement === present) next?.focus()
    }
  }, [focusFallback])
  return leaving
}

import type { RefObject } from "react"
import { useFocusFallback } from "./use-focus-fallback"

type SideButtonProps = {
  readonly name: string
  readonly act: () => void
  /** Takes the focus, being still there when this button has gone. */
  readonly focusFallback: RefObject<HTMLElement | null>
  /** It was pressed, and keeps the focus until that is done. */
  readonly waits?: boolean
}

/** Something besides the main button, there for a while. */
export function SideButton({ name, act, focusFallback, waits = false }: SideButtonProps) {
  const button = useFocusFallback<HTMLButtonElement>(focusFallback)
  return (
    <button className="button" ref={button} type="button" aria-disabled={waits} onClick={waits ? undefined : act}>
      {name}
    </button>
  )
}

import type { RefObject } from "react"
import { useFocusFallback } from "./use-focus-fallback"

type SideButtonProps = {
  readonly name: string
  readonly act: () => void
  /** Receives the focus when this button is removed. */
  readonly focusFallback: RefObject<HTMLElement | null>
  /** The action is running; the button keeps the focus. */
  readonly waits?: boolean
}

/** A temporary secondary button. */
export function SideButton({ name, act, focusFallback, waits = false }: SideButtonProps) {
  const button = useFocusFallback<HTMLButtonElement>(focusFallback)
  return (
    <button className="button" ref={button} type="button" aria-disabled={waits} onClick={waits ? undefined : act}>
      {name}
    </button>
  )
}

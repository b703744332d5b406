import type { RefObject } from "react"
import { useHeir } from "./use-heir"

type SideButtonProps = {
  readonly name: string
  readonly act: () => void
  /** Takes the focus, being still there when this button has gone. */
  readonly heir: RefObject<HTMLElement | null>
  /** It was pressed, and keeps the focus until that is done. */
  readonly waits?: boolean
}

/** Something besides the main button, there for a while. */
export function SideButton({ name, act, heir, waits = false }: SideButtonProps) {
  const button = useHeir<HTMLButtonElement>(heir)
  return (
    <button className="button" ref={button} type="button" aria-disabled={waits} onClick={waits ? undefined : act}>
      {name}
    </button>
  )
}

import type { RefObject } from "react"
import { useHeir } from "./use-heir"

type SideButtonProps = {
  readonly name: string
  readonly act: () => void
  /** Takes the focus, being still there when this button has gone. */
  readonly heir: RefObject<HTMLElement | null>
}

/** A way out that is there for a while. */
export function SideButton({ name, act, heir }: SideButtonProps) {
  const button = useHeir<HTMLButtonElement>(heir)
  return (
    <button className="button" ref={button} type="button" onClick={act}>
      {name}
    </button>
  )
}

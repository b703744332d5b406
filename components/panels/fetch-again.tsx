"use client"

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import type { StatusText } from "@/lib/client/panel/text"
import type { Subject } from "@/lib/client/sign-in/controller"
import { useRevisit, type Wanted } from "./use-revisit"

export type FetchAgainProps = {
  readonly subject: Subject
  readonly wanted: Wanted
  /** Says it in the live region around: there is one for each panel. */
  readonly say: (text: StatusText | null) => void
  /** Takes the focus of a button that is not needed any more. */
  readonly heir: RefObject<HTMLElement | null>
}

/** The way back to an answer that was bought: one signature under a text, free. */
export function FetchAgain({ subject, wanted, say, heir }: FetchAgainProps) {
  const { text, action, label, act } = useRevisit(subject, wanted)
  const { tone, announced } = text
  const words = text.text
  useEffect(() => {
    say(announced ? { tone, announced, text: words } : null)
    return () => say(null)
  }, [say, tone, announced, words])
  return (
    <div className="fetch-again">
      {announced ? null : <p className="hint">{words}</p>}
      {action === "none" ? null : (
        <FetchButton heir={heir} label={label} waits={action === "wait"} opens={action === "connect"} act={act} />
      )}
    </div>
  )
}

type FetchButtonProps = Pick<FetchAgainProps, "heir"> & {
  readonly label: string
  readonly waits: boolean
  readonly opens: boolean
  readonly act: () => void
}

function FetchButton({ heir, label, waits, opens, act }: FetchButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const [present, next] = [button.current, heir.current]
    return () => {
      if (document.activeElement === present) next?.focus()
    }
  }, [heir])
  return (
    <p className="panel-actions">
      <button
        className="button primary"
        ref={button}
        type="button"
        aria-disabled={waits}
        aria-haspopup={opens ? "dialog" : undefined}
        onClick={act}
      >
        {label}
      </button>
    </p>
  )
}

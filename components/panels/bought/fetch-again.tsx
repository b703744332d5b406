"use client"

import { type RefObject, useEffect } from "react"
import { Guard } from "@/components/ui/guard"
import { SideButton } from "@/components/ui/side-button"
import { useHeir } from "@/components/ui/use-heir"
import type { StatusText } from "@/lib/client/panel/text"
import type { Subject } from "@/lib/client/sign-in/controller"
import { type RevisitModel, useRevisit, type Wanted } from "./use-revisit"

export type FetchAgainProps = {
  readonly subject: Subject
  readonly wanted: Wanted
  /** Says it in the live region around: there is one for each panel. */
  readonly say: (text: StatusText | null) => void
  /** Takes the focus of a button that is not needed any more. */
  readonly heir: RefObject<HTMLElement | null>
}

/** The way back to an answer that was bought: one signature under a text, free. */
export function FetchAgain(props: FetchAgainProps) {
  return (
    <Guard>
      <Revisit {...props} />
    </Guard>
  )
}

function Revisit({ subject, wanted, say, heir }: FetchAgainProps) {
  const { text, action, label, act, stopWaiting } = useRevisit(subject, wanted)
  const { tone, announced } = text
  const words = text.text
  useEffect(() => {
    say(announced ? { tone, announced, text: words } : null)
    return () => say(null)
  }, [say, tone, announced, words])
  return (
    <div>
      {announced ? null : <p className="hint">{words}</p>}
      {action === "none" ? null : (
        <FetchButton heir={heir} action={action} label={label} act={act} stopWaiting={stopWaiting} />
      )}
    </div>
  )
}

type FetchButtonProps = Pick<FetchAgainProps, "heir"> & Omit<RevisitModel, "text">

function FetchButton({ heir, action, label, act, stopWaiting }: FetchButtonProps) {
  const button = useHeir<HTMLButtonElement>(heir)
  return (
    <p className="panel-actions">
      <button
        className="button primary"
        ref={button}
        type="button"
        aria-disabled={action === "wait"}
        aria-haspopup={action === "connect" ? "dialog" : undefined}
        onClick={act}
      >
        {label}
      </button>
      {stopWaiting ? <SideButton name="Stop waiting" act={stopWaiting} heir={button} /> : null}
    </p>
  )
}

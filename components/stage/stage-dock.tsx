"use client"

import "./stage.css"
import Link from "next/link"
import { useEffect, useEffectEvent, useRef } from "react"
import { closeStage } from "@/lib/client/stage/stage-store"
import { StageView } from "./stage-view"

/** The stage beside the page. It is not modal: panels can be bought while it is open. Escape inside it closes it. */
export function StageDock() {
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(null)
  const close = useEffectEvent(() => {
    closeStage()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  })
  const dock = useRef<HTMLElement>(null)
  useEffect(() => {
    opener.current = document.activeElement
    heading.current?.focus({ preventScroll: true })
    const element = dock.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return
      event.preventDefault()
      close()
    }
    element?.addEventListener("keydown", onKey)
    return () => element?.removeEventListener("keydown", onKey)
  }, [])
  return (
    <aside className="stage-dock" aria-labelledby="stage-title" ref={dock}>
      <div className="dialog-head">
        <h2 id="stage-title" ref={heading} tabIndex={-1}>
          Stage
        </h2>
        <Link prefetch={false} href="/stage">
          Whole page
        </Link>
        <button className="icon-button" type="button" onClick={closeStage} aria-label="Close the stage">
          <span aria-hidden="true">✕</span>
        </button>
      </div>
      <StageView heading="h3" />
    </aside>
  )
}

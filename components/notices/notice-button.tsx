"use client"

import { type RefObject, useState } from "react"
import { useEngine } from "@/components/app/app-context"
import { useHeir } from "@/components/ui/use-heir"
import { useMaybeStore } from "@/lib/client/browser/use-store"
import type { Engine } from "@/lib/client/engine"
import { askForNotices, type NoticePermission, noticePermission } from "@/lib/client/notices/notice"
import type { Watch } from "@/lib/client/notices/watch"

type NoticeButtonProps = {
  /** Of the watch that it switches on and off. */
  readonly watchId: string
  /** What the reader wants to be told of: `Tell me when BTC signal changes`. */
  readonly name: string
  /** What follows from it, once it is on. */
  readonly promise: string
  /** What to say where the browser shows no notices; absent: nothing. */
  readonly unsupported?: string
  readonly watchOf: (engine: Engine) => Watch | Promise<Watch>
  /** Takes the focus where the button may leave the page with it. */
  readonly heir?: RefObject<HTMLElement | null>
}

const NOBODY: RefObject<HTMLElement | null> = { current: null }

/** Being told of something: asked for by a press, one thing at a time, and never on its own. */
export function NoticeButton({ watchId, name, promise, unsupported = "", watchOf, heir = NOBODY }: NoticeButtonProps) {
  const engine = useEngine()
  const watches = useMaybeStore(engine?.notices ?? null)
  const [permission, setPermission] = useState(noticePermission)
  const button = useHeir<HTMLButtonElement>(heir)
  if (engine === null || watches === null) return null
  const isOn = watches.some(({ id }) => id === watchId)
  const without = (all: readonly Watch[]) => all.filter(({ id }) => id !== watchId)
  const begin = async () => {
    const answer = await askForNotices()
    setPermission(answer)
    if (answer !== "granted") return
    const watch = await watchOf(engine)
    engine.notices.apply((all) => [...without(all), watch])
  }
  return (
    <div className="notice-switch">
      {permission === "unsupported" ? null : (
        <button
          className="button"
          ref={button}
          type="button"
          aria-pressed={isOn}
          onClick={isOn ? () => engine.notices.apply(without) : () => void begin()}
        >
          <span aria-hidden="true">{isOn ? "✓" : "○"}</span> {name}
        </button>
      )}
      <output className="hint">{said(permission, { isOn, promise, unsupported })}</output>
    </div>
  )
}

type Words = Pick<NoticeButtonProps, "promise"> & { readonly isOn: boolean; readonly unsupported: string }

function said(permission: NoticePermission, { isOn, promise, unsupported }: Words): string {
  if (permission === "unsupported") return unsupported
  if (permission === "denied")
    return "Your browser blocks notices of this site. Its settings for this site can allow them."
  return isOn ? promise : ""
}

"use client"

import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react"
import { nextPointIndex } from "@/components/charts/navigation-step"
import { shareOf } from "@/components/charts/scale"

type CrosshairProps = {
  readonly label: string
  readonly points: readonly { readonly atMs: number; readonly text: string }[]
  readonly fromMs: number
  readonly toMs: number
  /** Pans or zooms. True when the key had a function. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** Dragged by this share of the width; to the right is positive. */
  readonly onPan: (share: number) => void
}

/** Less movement than this is a press, not a drag. */
const MIN_DRAG_PX = 12

/**
 * One tab stop over the plot: pointer and arrow keys select a candle, whose figures are shown and announced. It needs one
 * element, not one per candle. Dragging pans.
 */
export function Crosshair({ label, points, fromMs, toMs, onKey, onPan }: CrosshairProps): ReactNode {
  const [index, setIndex] = useState<number | null>(null)
  const dragFrom = useRef<number | null>(null)
  const selected = index === null ? undefined : points[index]
  const move = (event: KeyboardEvent) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && onKey(event)) {
      event.preventDefault()
      setIndex(null)
      return
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = nextPointIndex(event.key, index, points.length)
    if (next === undefined || (next === null && index === null)) return
    event.preventDefault()
    setIndex(next)
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const from = dragFrom.current
    if (event.type === "pointerdown" && event.button === 0) {
      dragFrom.current = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    } else if (from !== null && Math.abs(event.clientX - from) >= MIN_DRAG_PX) {
      dragFrom.current = event.clientX
      setIndex(null)
      return onPan((event.clientX - from) / (width || 1))
    }
    const atMs = fromMs + ((event.clientX - left) / (width || 1)) * (toMs - fromMs)
    const nearest = points.findLastIndex((candidate) => candidate.atMs <= atMs)
    setIndex(Math.max(0, nearest))
  }
  const share = selected ? shareOf(selected.atMs, fromMs, toMs) : 0
  const area = {
    // Screen readers pass arrow keys through to an application; they announce it as "chart".
    role: "application",
    "aria-roledescription": "chart",
    tabIndex: 0,
    onKeyDown: move,
    onBlur: () => setIndex(null),
    onPointerMove: point,
    onPointerDown: point,
    onPointerUp: () => void (dragFrom.current = null),
    onPointerCancel: () => void (dragFrom.current = null),
    onPointerLeave: ({ pointerType }: PointerEvent) => (pointerType === "touch" ? undefined : setIndex(null)),
  }
  return (
    <div className="crosshair-area" aria-label={label} {...area}>
      {selected ? <span className="candles-crosshair" style={{ insetInlineStart: `${share}%` }} /> : null}
      <p
        className="point-note crosshair-note"
        aria-live="polite"
        style={{ left: `${share}%`, translate: `-${share}% 0` }}
      >
        {selected?.text}
      </p>
    </div>
  )
}

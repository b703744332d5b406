"use client"

import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react"
import { nextPointIndex } from "@/components/charts/navigation-step"
import type { PriceAxis } from "@/components/charts/range-bar"
import { shareOfTime, type TimeAxis, timeAtShare } from "@/components/charts/time-axis"
import { marketPrice } from "@/lib/client/format/money"

type CrosshairProps = {
  readonly label: string
  readonly points: readonly { readonly atMs: number; readonly text: string }[]
  /** The line above the chart while no candle is selected. */
  readonly idleText: string
  readonly time: TimeAxis
  readonly axis: PriceAxis
  /** Pans or zooms. True when the key had a function. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** Dragged by this share of the width; to the right is positive. */
  readonly onPan: (share: number) => void
  /** Wheel or pinch. True when the view changed; else the page scrolls. */
  readonly onZoom: (way: "in" | "out") => boolean
}

/** Less movement than this is a press, not a drag. */
const MIN_DRAG_PX = 12
/** A pinch or a turn of the wheel by this much is one step. */
const PINCH_STEP = 1.25
const WHEEL_STEP_PX = 60
const LINE_PX = 30

/**
 * One tab stop over the plot: pointer and arrow keys select a candle, whose figures stand in one line above and are announced. It
 * needs one element, not one per candle. Dragging pans; wheel and pinch zoom.
 */
export function Crosshair({ label, points, idleText, time, axis, onKey, onPan, onZoom }: CrosshairProps): ReactNode {
  const [index, setIndex] = useState<number | null>(null)
  /** Share of the height under the pointer; `null`: the keys selected. */
  const [height, setHeight] = useState<number | null>(null)
  const dragFrom = useRef<number | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const pinch = useRef(createPinch())
  useWheelZoom(area, onZoom)
  const selected = index === null ? undefined : points[index]
  const leave = () => {
    setIndex(null)
    setHeight(null)
  }
  const move = (event: KeyboardEvent) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && onKey(event)) {
      event.preventDefault()
      leave()
      return
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = nextPointIndex(event.key, index, points.length)
    if (next === undefined || (next === null && index === null)) return
    event.preventDefault()
    setHeight(null)
    setIndex(next)
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    if (pinch.current.follows(event, onZoom)) {
      dragFrom.current = null
      leave()
      return
    }
    const { left, top, width, height: full } = event.currentTarget.getBoundingClientRect()
    const from = dragFrom.current
    if (event.type === "pointerdown" && event.button === 0) {
      dragFrom.current = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    } else if (from !== null && Math.abs(event.clientX - from) >= MIN_DRAG_PX) {
      dragFrom.current = event.clientX
      leave()
      return onPan((event.clientX - from) / (width || 1))
    }
    const atMs = timeAtShare(time, (100 * (event.clientX - left)) / (width || 1))
    setIndex(Math.max(0, nearestTo(points, atMs)))
    setHeight(Math.min(1, Math.max(0, (event.clientY - top) / (full || 1))))
  }
  const end = (event: PointerEvent) => {
    dragFrom.current = null
    pinch.current.end(event)
  }
  const stop = {
    // Screen readers pass arrow keys through to an application; they announce it as "chart".
    role: "application",
    "aria-roledescription": "chart",
    tabIndex: 0,
    onKeyDown: move,
    onBlur: leave,
    onPointerMove: point,
    onPointerDown: point,
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: ({ pointerType }: PointerEvent) => (pointerType === "touch" ? undefined : leave()),
  }
  return (
    <div className="crosshair-area" aria-label={label} ref={area} {...stop}>
      {selected ? (
        <span className="candles-crosshair" style={{ insetInlineStart: `${shareOfTime(time, selected.atMs)}%` }} />
      ) : null}
      {height === null ? null : (
        <>
          <span className="candles-crosshair" data-axis="price" style={{ insetBlockStart: `${100 * height}%` }} />
          <span className="candles-cursor" aria-hidden="true" style={{ insetBlockStart: `${100 * height}%` }}>
            {marketPrice(axis.high - height * (axis.high - axis.low))}
          </span>
        </>
      )}
      <div className="chart-readout">
        <p aria-live="polite">{selected?.text}</p>
        {selected ? null : <p aria-hidden="true">{idleText}</p>}
      </div>
    </div>
  )
}

function nearestTo(points: CrosshairProps["points"], atMs: number): number {
  const after = points.findIndex((candidate) => candidate.atMs >= atMs)
  if (after === -1) return points.length - 1
  const [before, next] = [points[after - 1], points[after]]
  return before && next && atMs - before.atMs < next.atMs - atMs ? after - 1 : after
}

/** Turns the wheel over an element into steps of the zoom. */
function useWheelZoom(area: RefObject<HTMLElement | null>, onZoom: CrosshairProps["onZoom"]): void {
  const turned = useRef(0)
  const turn = useEffectEvent((event: WheelEvent) => {
    if (event.shiftKey || event.deltaY === 0) return
    const px = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX
    turned.current = Math.sign(turned.current) === Math.sign(px) ? turned.current + px : px
    if (Math.abs(turned.current) < WHEEL_STEP_PX && !event.ctrlKey) return event.preventDefault()
    turned.current = 0
    if (onZoom(px < 0 ? "in" : "out")) event.preventDefault()
  })
  useEffect(() => {
    const element = area.current
    const listener = (event: WheelEvent) => turn(event)
    // React's own listener is passive and could not keep the page in place.
    element?.addEventListener("wheel", listener, { passive: false })
    return () => element?.removeEventListener("wheel", listener)
  }, [area])
}

/** Follows two fingers and turns their distance into steps of the zoom. */
function createPinch() {
  const fingers = new Map<number, { readonly x: number; readonly y: number }>()
  let spread: number | null = null
  return {
    /** Whether the event belongs to a pinch. */
    follows(event: PointerEvent, onZoom: CrosshairProps["onZoom"]): boolean {
      const { type, pointerId, pointerType, clientX: x, clientY: y } = event
      if (pointerType !== "touch") return false
      if (type === "pointerdown" || fingers.has(pointerId)) fingers.set(pointerId, { x, y })
      const [one, other] = [...fingers.values()]
      if (!one || !other) return false
      const now = Math.hypot(one.x - other.x, one.y - other.y)
      const ratio = now / ((spread ??= now) || 1)
      if (ratio >= PINCH_STEP || ratio <= 1 / PINCH_STEP) {
        spread = now
        onZoom(ratio > 1 ? "in" : "out")
      }
      return true
    },
    end({ pointerId }: PointerEvent): void {
      fingers.delete(pointerId)
      spread = null
    },
  }
}

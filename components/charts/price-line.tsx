"use client"

import { type KeyboardEvent, type PointerEvent, useRef } from "react"
import { marketPrice } from "@/lib/client/format/money"
import { priceAfterKey, snapped, stepOf } from "./price-steps"
import type { PriceAxis } from "./range-bar"
import { shareOf } from "./scale"

type PriceLineProps = {
  readonly label: string
  readonly price: number
  /** What a screen reader says beside the price. */
  readonly text: string
  readonly axis: PriceAxis
  readonly onMove: (price: number) => void
  /** The pointer or the key was released. */
  readonly onSettle: () => void
}

/** A horizontal line over a candle plot, moved by pointer, touch and keys. */
export function PriceLine({ label, price, text, axis, onMove, onSettle }: PriceLineProps) {
  const area = useRef<HTMLDivElement>(null)
  const drag = (event: PointerEvent<HTMLElement>) => {
    const box = area.current?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const share = (event.clientY - box.top) / (box.height || 1)
    onMove(snapped(axis.high - share * (axis.high - axis.low), axis, stepOf(price)))
  }
  const press = (event: KeyboardEvent) => {
    const next = event.altKey || event.ctrlKey || event.metaKey ? null : priceAfterKey(event.key, price, axis)
    if (next === null) return
    event.preventDefault()
    onMove(next)
  }
  const handle = {
    role: "slider",
    "aria-label": label,
    "aria-orientation": "vertical" as const,
    "aria-valuemin": Math.round(axis.low),
    "aria-valuemax": Math.round(axis.high),
    "aria-valuenow": price,
    "aria-valuetext": `${marketPrice(price)}${text === "" ? "" : `, ${text}`}`,
    tabIndex: 0,
    onKeyDown: press,
    onKeyUp: onSettle,
    onPointerDown: ({ currentTarget, pointerId }: PointerEvent<HTMLElement>) =>
      currentTarget.setPointerCapture(pointerId),
    onPointerMove: drag,
    onPointerUp: onSettle,
    onPointerCancel: onSettle,
  }
  return (
    <div className="price-line-area" ref={area}>
      <div className="price-line" style={{ insetBlockStart: `${100 - shareOf(price, axis.low, axis.high)}%` }}>
        <span className="price-line-handle" {...handle}>
          <span aria-hidden="true">↕ {marketPrice(price)}</span>
        </span>
      </div>
    </div>
  )
}

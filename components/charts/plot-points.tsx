"use client"

import { usePlotArea, useXAxisScale, useYAxisScale } from "recharts"

export type NavigablePoint = {
  /** Name, value, unit and time. */
  readonly text: string
  readonly x: number
  /** Absent: the point covers the full height at this x. */
  readonly y?: number
}

const HALF_PX = 4

/** The stops of the surrounding `KeyboardNavigable`, in the given order. Draws nothing. */
export function PlotPoints({ points }: { readonly points: readonly NavigablePoint[] }) {
  const [toX, toY, area] = [useXAxisScale(), useYAxisScale(), usePlotArea()]
  if (!toX || !toY || !area) return null
  return (
    <g fill="none">
      {points.map(({ text, x, y }) => {
        const [left, top] = [toX(x) ?? 0, y === undefined ? area.y : (toY(y) ?? 0) - HALF_PX]
        return y === undefined ? (
          <rect key={`${text} ${x} ${y}`} data-point={text} x={left - 1} y={top} width={2} height={area.height} />
        ) : (
          <rect
            key={`${text} ${x} ${y}`}
            data-point={text}
            x={left - HALF_PX}
            y={top}
            width={2 * HALF_PX}
            height={2 * HALF_PX}
          />
        )
      })}
    </g>
  )
}

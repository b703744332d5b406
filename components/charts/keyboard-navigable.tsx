"use client"

import { type CSSProperties, type FocusEvent, type KeyboardEvent, type ReactNode, useState } from "react"
import { nextPointIndex } from "./navigation-step"

type KeyboardNavigableProps = {
  /** Accessible name of the chart; includes the time that all points share. */
  readonly label: string
  /** The chart. Each point is an element whose `data-point` gives name, value, unit and time. */
  readonly children: ReactNode
}

type Shown = {
  /** Index of the point. `null`: no point yet, the text explains the keys. */
  readonly at: number | null
  readonly text: string
  readonly mark: CSSProperties | null
  readonly note: CSSProperties
}

/**
 * One tab stop for a whole chart: arrow keys, Home and End move through its points, Escape leaves them.
 *
 * The tab stop lies over the chart and beside its text, so tables and lists inside are read as usual. The visible note
 * is also a polite live region.
 */
export function KeyboardNavigable({ label, children }: KeyboardNavigableProps) {
  const { shown, stop } = usePointNavigation()
  return (
    <div className="point-navigation">
      {children}
      <div className="point-navigation-focus" aria-label={label} {...stop}>
        {shown?.mark ? <span className="point-mark" style={shown.mark} /> : null}
        <div className="point-note" aria-live="polite" style={shown?.note}>
          {shown?.text}
        </div>
      </div>
    </div>
  )
}

/** The current point and the props that turn a sibling element into the focus target. */
function usePointNavigation() {
  const [shown, setShown] = useState<Shown | null>(null)
  const movePoint = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const points = pointsAround(event.currentTarget)
    const next = nextPointIndex(event.key, shown?.at ?? null, points.length)
    if (next === undefined || (next === null && shown === null)) return
    event.preventDefault()
    const point = next === null ? undefined : points[next]
    point?.scrollIntoView({ block: "nearest", inline: "nearest" })
    setShown(next === null || !point ? null : shownAt(next, point, event.currentTarget))
  }
  const stop = {
    // Screen readers pass arrow keys through to an application; they announce it as "chart".
    role: "application",
    "aria-roledescription": "chart",
    tabIndex: 0,
    onFocus: (event: FocusEvent<HTMLElement>) => setShown(hint(pointsAround(event.currentTarget).length)),
    onBlur: () => setShown(null),
    onKeyDown: movePoint,
  }
  return { shown, stop }
}

function pointsAround(stop: Element): readonly Element[] {
  return [...(stop.parentElement?.querySelectorAll("[data-point]") ?? [])]
}

function hint(count: number): Shown {
  const text = count === 1 ? "Arrow keys show its one point." : `Arrow keys walk through ${count} points.`
  return { at: null, text, mark: null, note: { insetInlineStart: 0, insetBlockEnd: "100%" } }
}

/** Position of a point and its note in percent of the chart, so both stay in place when the chart is resized. */
function shownAt(at: number, point: Element, chart: Element): Shown {
  const [box, whole] = [point.getBoundingClientRect(), chart.getBoundingClientRect()]
  const across = (px: number) => (100 * px) / (whole.width || 1)
  const down = (px: number) => (100 * px) / (whole.height || 1)
  const centre = across(box.left - whole.left + box.width / 2)
  const isHigh = box.top + box.height / 2 < whole.top + whole.height / 2
  const notePosition = isHigh
    ? { top: `calc(${down(box.bottom - whole.top)}% + 6px)` }
    : { bottom: `calc(${down(whole.bottom - box.top)}% + 6px)` }
  return {
    at,
    text: point.getAttribute("data-point") ?? "",
    mark: {
      left: `${across(box.left - whole.left)}%`,
      top: `${down(box.top - whole.top)}%`,
      width: `${across(box.width)}%`,
      height: `${down(box.height)}%`,
    },
    // The shift by the same share of its own width keeps the note inside the chart.
    note: { left: `${centre}%`, translate: `-${centre}% 0`, ...notePosition },
  }
}

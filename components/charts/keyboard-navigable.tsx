"use client"

import { type CSSProperties, type FocusEvent, type KeyboardEvent, type ReactNode, useState } from "react"
import { nextPointIndex } from "./navigation-step"

type KeyboardNavigableProps = {
  /** What the chart is called when it is reached; with the time that all of its points share. */
  readonly label: string
  /** The picture. Each point is an element whose `data-point` says name, value, unit and time. */
  readonly children: ReactNode
}

type Shown = {
  /** Index of the point; `null`: none yet, the text tells how to begin. */
  readonly at: number | null
  readonly text: string
  readonly mark: CSSProperties | null
  readonly note: CSSProperties
}

/**
 * One stop of the Tab key for a whole chart: arrows, Home and End walk through its points, Escape leaves them.
 *
 * The stop lies over the picture and beside its text, so that tables and lists within it are read as usual. What it
 * shows for the eye is a polite live region too.
 */
export function KeyboardNavigable({ label, children }: KeyboardNavigableProps) {
  const { shown, stop } = usePointNavigation()
  return (
    <div className="walk">
      {children}
      <div className="walk-stop" aria-label={label} {...stop}>
        {shown?.mark ? <span className="walk-mark" style={shown.mark} /> : null}
        <div className="walk-note" aria-live="polite" style={shown?.note}>
          {shown?.text}
        </div>
      </div>
    </div>
  )
}

/** What is shown, and what makes an element beside the points the place from which they are walked through. */
function usePointNavigation() {
  const [shown, setShown] = useState<Shown | null>(null)
  const walk = (event: KeyboardEvent<HTMLElement>) => {
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
    // An application is what screen readers leave the arrow keys to; they say "chart".
    role: "application",
    "aria-roledescription": "chart",
    tabIndex: 0,
    onFocus: (event: FocusEvent<HTMLElement>) => setShown(hint(pointsAround(event.currentTarget).length)),
    onBlur: () => setShown(null),
    onKeyDown: walk,
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

/** Where a point and its note stand, in shares of the chart, so that both stay there when it changes its size. */
function shownAt(at: number, point: Element, chart: Element): Shown {
  const [box, whole] = [point.getBoundingClientRect(), chart.getBoundingClientRect()]
  const across = (px: number) => (100 * px) / (whole.width || 1)
  const down = (px: number) => (100 * px) / (whole.height || 1)
  const centre = across(box.left - whole.left + box.width / 2)
  const isHigh = box.top + box.height / 2 < whole.top + whole.height / 2
  const beside = isHigh
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
    // Shifted by as much of its own width as it stands across the chart, it never leaves it.
    note: { left: `${centre}%`, translate: `-${centre}% 0`, ...beside },
  }
}

import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { DayBars } from "./day-bars"

const days = [
  { date: "2026-11-17", value: -2 },
  { date: "2026-11-18", value: 2 },
]
const htmlOf = (from: "zero" | "range", shown = days) =>
  renderToStaticMarkup(
    createElement(DayBars, {
      name: "Funding",
      summary: "Newest 2.",
      days: shown,
      format: (value) => `${value}%`,
      from,
    }),
  )

test("gains are drawn above the zero line and losses below", () => {
  const html = htmlOf("zero")
  expect(html).toContain('<path data-direction="up" d="M50 50V0h37.5V50Z"')
  expect(html).toContain('<path data-direction="down" d="M0 50V100h37.5V50Z"')
})

test("levels use their own range, and the lowest is visible", () => {
  const levels = [
    { date: "2026-11-17", value: 1_000 },
    { date: "2026-11-18", value: 1_009 },
  ]
  expect(htmlOf("range", levels)).toContain('class="day-bars-line" d="M18.75 90L68.75 0"')
})

test("each day can be reached by keyboard and is named by its date and value", () => {
  expect(htmlOf("zero")).toContain('data-point="2026-11-17: -2%"')
})

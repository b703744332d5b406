import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { Check } from "./check-row"
import { CheckSummaryLine } from "./check-summary"
import { rowsSummary } from "./rows-summary"

const alarm = 'role="alert"'
const spoken = (checks: readonly Check[] | null) => {
  return renderToStaticMarkup(createElement(CheckSummaryLine, { said: rowsSummary(checks) }))
}

test("no call that matches is an alarm, not silence", () => {
  const html = spoken(["differs", "differs"])
  expect(html).toContain(alarm)
  expect(html).toContain("Not what was sealed: 2 of 2.")
})

test("one call among many that differs is an alarm", () => {
  const html = spoken(["holds", "differs", "holds"])
  expect(html).toContain(alarm)
  expect(html).toContain("Not what was sealed: 1 of 3.")
})

test("hashes that cannot be computed are an alarm: nothing is proved", () => {
  expect(spoken(null)).toContain(alarm)
})

test("when all match that is said calmly, and before a check nothing is", () => {
  const html = spoken(["holds", "holds"])
  expect(html).not.toContain(alarm)
  expect(html).toContain("2 of 2 match what was sealed.")
  expect(renderToStaticMarkup(createElement(CheckSummaryLine, { said: null }))).not.toContain(alarm)
})

import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { Check } from "./check-row"
import { CheckSummaryLine } from "./check-summary"
import { rowsSummary } from "./rows-summary"

const alarm = 'role="alert"'
const render = (checks: readonly Check[] | null) => {
  return renderToStaticMarkup(createElement(CheckSummaryLine, { summary: rowsSummary(checks) }))
}

test("a check without any match is an alert", () => {
  const html = render(["differs", "differs"])
  expect(html).toContain(alarm)
  expect(html).toContain("Not what was sealed: 2 of 2.")
})

test("a single mismatch is an alert", () => {
  const html = render(["holds", "differs", "holds"])
  expect(html).toContain(alarm)
  expect(html).toContain("Not what was sealed: 1 of 3.")
})

test("an unsupported hash function is an alert", () => {
  expect(render(null)).toContain(alarm)
})

test("a full match is announced politely, and before a check nothing is announced", () => {
  const html = render(["holds", "holds"])
  expect(html).not.toContain(alarm)
  expect(html).toContain("2 of 2 match what was sealed.")
  expect(renderToStaticMarkup(createElement(CheckSummaryLine, { summary: null }))).not.toContain(alarm)
})

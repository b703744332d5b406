import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { FreePanel } from "./free-panel"
import type { FreeAnswer } from "./use-free-answer"

const states: readonly FreeAnswer<string>[] = [
  { kind: "loading" },
  { kind: "asking", last: "" },
  { kind: "failed", message: "The service does not answer.", last: null },
  { kind: "ready", answer: "" },
]

const panelOf = (state: FreeAnswer<string>, children: string | null) => ({ title: "Calls", state, children })

test.each(states)("the filter stays in place: $kind", (state) => {
  const html = renderToStaticMarkup(createElement(FreePanel, panelOf(state, "7 days")))
  expect(html).toContain("7 days</div>")
})

test("the first answer shows a loading text", () => {
  const html = renderToStaticMarkup(createElement(FreePanel, panelOf({ kind: "loading" }, null)))
  expect(html).toContain('<p class="hint">Loading…</p></div>')
})

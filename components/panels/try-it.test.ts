import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { ParamForm } from "./try-it"

const params = [
  { name: "risk", where: "query", options: ["moderate", "aggressive"], fallback: "moderate", example: null },
  { name: "project", where: "query", options: [], fallback: null, example: null },
] as const

test("no parameter can be changed while a payment for the answer to them is under way", () => {
  const htmlOf = (disabled: boolean) =>
    renderToStaticMarkup(createElement(ParamForm, { params, values: {}, disabled, onChange: () => undefined }))
  expect(htmlOf(true).match(/<(select|input)[^>]* disabled=""/g)).toHaveLength(params.length)
  expect(htmlOf(false)).not.toContain("disabled")
})

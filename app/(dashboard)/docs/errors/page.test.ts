import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { Problem } from "@/lib/api/problem"
import { problemTypes } from "@/lib/api/problem-types"
import { AppError, type ErrorCode } from "@/lib/domain/errors"
import { problemResponse } from "@/lib/http/problem"
import ErrorsPage from "./page"

const html = renderToStaticMarkup(createElement(ErrorsPage))

class SomeError extends AppError {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super("Something is wrong.")
    this.code = code
  }
}

test.each(Object.keys(problemTypes) as (keyof typeof problemTypes)[])(
  "the type of %s leads to its words",
  async (code) => {
    const { type, title } = (await problemResponse(new SomeError(code), "request-1").json()) as Problem
    expect(type).toBe(`/docs/errors#${code}`)
    expect(html).toContain(`id="${code}">${title}</h2>`)
  },
)

test("what only the operator is told is an internal error to others", async () => {
  const { code, detail } = (await problemResponse(new SomeError("invalid_config"), "request-1").json()) as Problem
  expect([code, detail]).toEqual(["internal", "Something broke on our side. Nothing was charged."])
  expect(html).not.toContain("invalid_config")
})

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import type { Problem } from "@/lib/api/problem"
import { problemTypes } from "@/lib/api/problem-types"
import { AppError, type ErrorCode } from "@/lib/domain/errors"
import { problemResponse } from "@/lib/server/http/problem"
import { paymentReasons } from "@/lib/x402/wire/reason"
import ErrorsPage from "./page"

const SOURCE = { requestId: "request-1", origin: "https://signal402.example" }

const html = renderToStaticMarkup(createElement(ErrorsPage))

class SomeError extends AppError {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super("Something is wrong.")
    this.code = code
  }
}

test.each(Object.keys(problemTypes) as (keyof typeof problemTypes)[])(
  "the problem type of %s links to its description",
  async (code) => {
    const { type, title } = (await problemResponse(new SomeError(code), SOURCE).json()) as Problem
    expect(type).toBe(`${SOURCE.origin}/docs/errors#${code}`)
    expect(html).toContain(`id="${code}">${title}</h2>`)
  },
)

test("every listed code belongs to a problem response", () => {
  const sources = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join("lib", file), "utf8"))
  const lines = sources.flatMap((source) => source.match(/^ {2}readonly code(?: = |: )".*$/gm) ?? [])
  const thrown = new Set(lines.flatMap((line) => line.match(/(?<=")\w+(?=")/g) ?? []))
  expect(Object.keys(problemTypes).filter((code) => !thrown.has(code))).toEqual([])
  const statuses = Object.values(problemTypes).map(({ status }) => status)
  expect(statuses, "402 has a body of its own").not.toContain(402)
})

test("every 402 reason has a description", () => {
  for (const [reason, sentence] of Object.entries(paymentReasons)) {
    const item = createElement("li", null, createElement("code", null, reason), ": ", sentence)
    expect(html).toContain(renderToStaticMarkup(item))
  }
})

test("an error for the operator reaches clients as an internal error", async () => {
  const { code, detail } = (await problemResponse(new SomeError("invalid_config"), SOURCE).json()) as Problem
  expect([code, detail]).toEqual(["internal", "Internal error. Nothing was charged."])
  expect(html).not.toContain("invalid_config")
})

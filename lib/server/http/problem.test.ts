import { expect, test } from "vitest"
import { DataUnavailableError } from "@/lib/domain/errors"
import { FaucetLimitError } from "@/lib/sandbox/chain/errors"
import { problemResponse } from "./problem"

async function problemOf(error: Error) {
  const response = problemResponse(error, { requestId: "request-1", origin: "https://signal402.example" })
  const { retryable } = (await response.json()) as { retryable: boolean }
  return { status: response.status, retryAfter: response.headers.get("Retry-After"), retryable }
}

test("a retryable problem has Retry-After", async () => {
  const hourly = new FaucetLimitError("Enough for now.", { retryAfterSeconds: 3_540 })
  expect(await problemOf(hourly)).toEqual({ status: 429, retryAfter: "3540", retryable: true })
  expect(await problemOf(new DataUnavailableError("Too old."))).toEqual({
    status: 503,
    retryAfter: "2",
    retryable: true,
  })
})

test("a problem that waiting does not solve has no Retry-After", async () => {
  const full = new FaucetLimitError("Spend first.", { retryAfterSeconds: null })
  expect(await problemOf(full)).toEqual({ status: 429, retryAfter: null, retryable: false })
  expect(await problemOf(new Error("broken"))).toEqual({ status: 500, retryAfter: null, retryable: true })
})

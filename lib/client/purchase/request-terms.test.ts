import { expect, test } from "vitest"
import { requestTerms } from "./request-terms"

function service(answer: (method: string) => Response) {
  const methods: string[] = []
  const fetch = async (_: string, { method = "GET" }: RequestInit) => {
    methods.push(method)
    return answer(method)
  }
  return { methods, fetch }
}

test("terms are requested without causing a 402", async () => {
  const { methods, fetch } = service(() => new Response("{}"))
  expect((await requestTerms(fetch, "/api/signal/BTC")).status).toBe(200)
  expect(methods).toEqual(["OPTIONS"])
})

test.each([204, 405, 501])("when OPTIONS answers %d, the terms are read from a 402", async (status) => {
  const { methods, fetch } = service((method) => new Response(null, { status: method === "GET" ? 402 : status }))
  expect((await requestTerms(fetch, "/api/signal/BTC")).status).toBe(402)
  expect(methods).toEqual(["OPTIONS", "GET"])
})

test("an error is not requested twice", async () => {
  const { methods, fetch } = service(() => new Response(null, { status: 503 }))
  expect((await requestTerms(fetch, "/api/signal/BTC")).status).toBe(503)
  expect(methods).toEqual(["OPTIONS"])
})

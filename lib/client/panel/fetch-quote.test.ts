import { expect, test } from "vitest"
import { NOW_MS, product, publicConfig, requiredHeader } from "@/tools/testing/client/fixtures"
import { fetchQuote } from "./fetch-quote"

const deps = (response: Response) => ({ config: publicConfig, fetch: async () => response, now: () => NOW_MS })

test.each([
  ["a price", new Response("{}", { status: 402, headers: { "payment-required": requiredHeader() } }), "quote-read"],
  ["no price", new Response("no gas", { status: 503 }), "quote-failed"],
])("the body of %s is read to its end, so that no request stays open", async (_, response, type) => {
  const { message, event } = await fetchQuote(product, deps(response))
  expect(event.type).toBe(type)
  expect(response.bodyUsed).toBe(true)
  expect(message).toMatchObject({ status: response.status, length: expect.any(Number) })
})

test("a quote whose body is cut off is a failure", async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError("network error")) })
  const response = new Response(body, { status: 402, headers: { "payment-required": requiredHeader() } })
  expect((await fetchQuote(product, deps(response))).event).toMatchObject({ type: "quote-failed" })
})

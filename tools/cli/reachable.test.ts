import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { canReachProviders, REACH_TIMEOUT_S } from "./reachable"

const answers = (statusOf: (host: string) => number) => (input: RequestInfo | URL) =>
  Promise.resolve(new Response("{}", { status: statusOf(new URL(new Request(input).url).host) }))

test("one provider that answers is a network, refusals of all are none", async () => {
  expect(await canReachProviders(answers((host) => (host === "api.kraken.com" ? 200 : 451)))).toBe(true)
  expect(await canReachProviders(answers(() => 403))).toBe(false)
  expect(await canReachProviders(() => Promise.reject(new TypeError("fetch failed")))).toBe(false)
})

test("the page of the data sources names how long the providers are asked", () => {
  expect(readFileSync("docs/sources.md", "utf8")).toContain(`within ${REACH_TIMEOUT_S} seconds`)
})

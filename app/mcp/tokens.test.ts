import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { beforeAll, expect, test, vi } from "vitest"
import { openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { connectMcp } from "@/tools/testing/catalogue/mcp-client"
import { POST } from "./route"

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  await openCatalogueHarness(Date.UTC(2026, 10, 20, 15, 7))
})

const served: typeof fetch = (input, init) => POST(new Request(input, init), { params: Promise.resolve(undefined) })
const tokens = (value: unknown) => encode(JSON.stringify(value)).length

/** On average, with the JSON around it. */
const MAX_TOKENS_PER_TOOL = 109
const MAX_TOKENS_OF_A_TOOL = 400
const MAX_TOKENS_UNPAID = 700

test("the list of tools and an unpaid call are short for a model", async () => {
  const { tools, call } = await connectMcp("https://signal402.example/mcp", served)
  expect(tokens({ tools })).toBeLessThanOrEqual(MAX_TOKENS_PER_TOOL * tools.length)
  for (const tool of tools) expect(tokens(tool), tool.name).toBeLessThanOrEqual(MAX_TOKENS_OF_A_TOOL)
  const { content } = await call("signal", { coin: "BTC" })
  expect(encode(content[0].text).length).toBeLessThanOrEqual(MAX_TOKENS_UNPAID)
})

test("hints are true: a repeated call is paid again, and the end of a watch is final", async () => {
  const { tools } = await connectMcp("https://signal402.example/mcp", served)
  // The defaults of MCP.
  const defaults = { readOnlyHint: false, destructiveHint: true }
  const hintsOf = (name: string) => ({ ...defaults, ...tools.find((tool) => tool.name === name)?.annotations })
  expect(hintsOf("signal")).toEqual({ readOnlyHint: false, destructiveHint: false })
  expect(hintsOf("alert_watch")).toEqual({ readOnlyHint: false, destructiveHint: false })
  expect(hintsOf("alerts")).toEqual({ readOnlyHint: false, destructiveHint: true })
  expect(hintsOf("market_prices")).toMatchObject({ readOnlyHint: true })
})

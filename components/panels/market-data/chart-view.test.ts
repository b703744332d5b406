import { expect, test } from "vitest"
import { queryWithView, viewInQuery } from "./chart-view"

const viewOf = (search: string) => viewInQuery(new URLSearchParams(search))

test("an address without a view has 4h candles and everything but the averages", () => {
  const { interval, overlays } = viewOf("")
  expect([interval, ...overlays]).toEqual(["4h", "bands", "levels", "calls"])
  expect(viewOf("interval=5m&show=bands,rockets")).toEqual({ interval: "4h", overlays: new Set(["bands"]) })
  expect(viewOf("show=").overlays.size).toBe(0)
})

test("a view is read back from the address that it wrote, and other parameters stay", () => {
  const view = { interval: "1h", overlays: new Set(["calls", "averages"] as const) } as const
  const written = queryWithView("?coin=ETH", view)
  expect(written).toBe("?coin=ETH&interval=1h&show=calls,averages")
  expect(viewOf(written)).toEqual(view)
  expect(queryWithView(written, viewOf(""))).toBe("?coin=ETH")
  expect(queryWithView("?interval=1h", viewOf(""))).toBe("")
})

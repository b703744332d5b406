import { expect, test } from "vitest"
import { filterInQuery, filterQuery } from "./record-filters"
import type { RecordFilter } from "./record-path"

test("filters are restored from the URL, which names a chosen kind and leaves other defaults out", () => {
  const filters: readonly RecordFilter[] = [
    { kind: "live_paper", horizon: "24h", coin: "all" },
    { kind: "replay", horizon: "7d", coin: "SOL" },
  ]
  for (const filter of filters) expect(filterInQuery(new URLSearchParams(filterQuery(filter)))).toEqual(filter)
  expect(filters.map(filterQuery)).toEqual(["?kind=live_paper", "?kind=replay&horizon=7d&coin=SOL"])
})

test("unknown values are ignored", () => {
  expect(filterInQuery(new URLSearchParams("kind=best&coin=BTC&utm=x"))).toEqual({
    kind: "live_paper",
    horizon: "24h",
    coin: "BTC",
  })
})

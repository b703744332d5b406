import { expect, test } from "vitest"
import { sandboxSummary, withMarketLabel } from "./deployment"

const simulated = { mode: "sandbox", market: "simulated" } as const
const liveData = { mode: "sandbox", market: "live" } as const
const live = { mode: "live", market: "live" } as const

test("the market label is added only in a sandbox with live data, to answers that have a mode", () => {
  const answer = { price: 1, mode: "sandbox" }
  expect(withMarketLabel(answer, liveData)).toEqual({ price: 1, mode: "sandbox", market: "live" })
  expect(withMarketLabel(answer, simulated)).toBe(answer)
  expect(withMarketLabel(answer, live)).toBe(answer)
  expect(withMarketLabel({ versions: [] }, liveData)).toEqual({ versions: [] })
  const sold = { coin: "BTC", meta: { mode: "sandbox", sources: [] } }
  expect(withMarketLabel(sold, liveData)).toEqual({ coin: "BTC", meta: { ...sold.meta, market: "live" } })
  expect(withMarketLabel(sold, simulated)).toBe(sold)
})

test("the summary of a sandbox says whether market data and money are real", () => {
  expect([simulated, liveData, live].map(sandboxSummary)).toEqual([
    "simulated market, play money",
    "real market data, play money",
    null,
  ])
})

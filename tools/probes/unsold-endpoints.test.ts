import { expect, test } from "vitest"
import { type Contract, isPaid } from "@/lib/api/contract"
import { catalogue } from "@/lib/endpoints/catalogue"
import { exitCodeOf, partEndpoints, unsoldEndpoints } from "./unsold-endpoints"

const NOW_MS = Date.UTC(2026, 10, 20)
const answered = (provider: string, what: string, isUsable = true) => ({
  probe: { provider, what },
  outcome: { isUsable },
})
const ALL = [
  ...["candles 1h BTC", "candles 4h BTC", "candles 1d BTC", "price BTC"].map((what) => answered("kraken", what)),
  answered("kraken-futures", "open interest BTC"),
  answered("alternative.me", "fear & greed"),
  answered("deribit", "options BTC"),
  answered("defillama", "protocols and hacks"),
  answered("farside", "ETF flows BTC"),
  answered("coingecko", "treasuries"),
  answered("defillama", "pools"),
  answered("dexscreener", "pairs"),
  answered("gdelt-files", "event file"),
  answered("bls", "calendar"),
]

test("with one usable provider of each kind every endpoint can be sold", () => {
  expect(unsoldEndpoints(ALL, NOW_MS)).toEqual([])
})

test("without BLS, FRED and ForexFactory /events has the shipped schedule, and is unsold after its end", () => {
  const refused = ALL.map((each) => (each.probe.provider === "bls" ? answered("bls", "calendar", false) : each))
  expect(unsoldEndpoints(refused, NOW_MS)).toEqual([])
  expect(exitCodeOf(refused, NOW_MS), "every product is sold").toBe(1)
  expect(partEndpoints(refused, NOW_MS)).toEqual([
    "/events: only CPI, NFP and FOMC days, from the shipped schedule that ends on 2026-12-31",
  ])
  expect(unsoldEndpoints(refused, Date.UTC(2027, 1, 1))).toEqual(["/events"])
  expect(exitCodeOf(refused, Date.UTC(2027, 1, 1))).toBe(2)
  expect(partEndpoints(ALL, NOW_MS)).toEqual([])
})

test.each([
  ["options BTC", ["/volatility/{coin}"]],
  ["fear & greed", ["/regime"]],
  ["open interest BTC", ["/derivatives/{coin}"]],
  ["protocols and hacks", ["/defi/recommend"]],
])("without %s these cannot be sold: %s", (what, endpoints) => {
  const answers = ALL.map((each) => (each.probe.what === what ? answered(each.probe.provider, what, false) : each))
  expect(unsoldEndpoints(answers, NOW_MS)).toEqual(endpoints)
  expect(exitCodeOf(answers, NOW_MS)).toBe(2)
})

test("without a network only /events can be sold, from the shipped schedule", () => {
  const products = (catalogue as readonly Contract[])
    .filter(isPaid)
    .filter(({ freshness }) => freshness.needs.length > 0)
  const others = products.map(({ path }) => path).filter((path) => path !== "/events")
  expect(unsoldEndpoints([], NOW_MS)).toEqual(others)
  expect(partEndpoints([], NOW_MS)).toHaveLength(1)
})

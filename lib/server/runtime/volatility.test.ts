import { beforeAll, describe, expect, test, vi } from "vitest"
import { volatilityContract } from "@/lib/endpoints/volatility/contract"
import { openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { routeOf } from "@/tools/testing/catalogue/routes"
import { authorize, base64, newPayer, payloadV2 } from "@/tools/testing/payments/fixtures"
import { readAlertFacts } from "./alert-facts"
import { currentEntityTag } from "./versions"

const NOW_MS = Date.UTC(2026, 10, 20, 14, 40)

let payment: Record<string, string> = {}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  await openCatalogueHarness(NOW_MS)
  payment = { "PAYMENT-SIGNATURE": base64(payloadV2(await authorize(newPayer()))) }
}, 60_000)

async function ask(coin: string, headers: Record<string, string> = {}): Promise<Response> {
  const { GET } = await routeOf(volatilityContract)
  const request = new Request(`https://signal402.example/api/volatility/${coin}`, { headers })
  return GET(request, { params: Promise.resolve({ coin }) })
}

describe("GET /api/volatility/{coin}", () => {
  test("costs $0.05; moves grow with the horizon, and the price is inside of both ranges", async () => {
    const unpaid = await ask("BTC")
    expect([unpaid.status, JSON.parse(unpaid.headers.get("x-payment") ?? "{}").amount]).toEqual([402, "50000"])
    const answer = volatilityContract.response.parse(await (await ask("BTC", payment)).json())
    const moves = answer.terms.map(({ forecast_move_pct }) => forecast_move_pct)
    expect(moves).toEqual(moves.toSorted((a, b) => a - b))
    for (const { forecast_range80, implied_range80 } of answer.terms) {
      expect(forecast_range80.low).toBeLessThan(answer.price)
      expect(forecast_range80.high).toBeGreaterThan(answer.price)
      expect(implied_range80?.low).toBeLessThan(answer.price)
    }
  })

  test("has a version, and the percentile of an alert is that of the answer", async () => {
    expect(await currentEntityTag("/api/volatility/BTC")).not.toBeNull()
    const { index } = volatilityContract.response.parse(await (await ask("BTC", payment)).json())
    const facts = await readAlertFacts(new Set(["implied_volatility"]))
    expect(facts.derivatives.BTC.implied_volatility).toBeCloseTo(100 * (index?.percentile_1y ?? Number.NaN), 0)
    expect(facts.derivatives.SOL.implied_volatility).toBeNull()
  })
})

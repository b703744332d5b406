import { beforeAll, describe, expect, test, vi } from "vitest"
import { oddsContract } from "@/lib/endpoints/odds/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { routeOf } from "@/tools/testing/catalogue/routes"
import { authorize, base64, newPayer, payloadV2 } from "@/tools/testing/payments/fixtures"
import { currentEntityTag } from "./versions"

/** In the third hour after the close of 12:00. */
const NOW_MS = Date.UTC(2026, 10, 20, 14, 40)

let payment: Record<string, string> = {}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  await openCatalogueHarness(NOW_MS)
  payment = { "PAYMENT-SIGNATURE": base64(payloadV2(await authorize(newPayer()))) }
}, 60_000)

async function ask(query: string, headers: Record<string, string> = {}): Promise<Response> {
  const { GET } = await routeOf(oddsContract)
  const request = new Request(`https://signal402.example/api/odds/BTC?${query}`, { headers })
  return GET(request, { params: Promise.resolve({ coin: "BTC" }) })
}

async function bought(query: string) {
  return oddsContract.response.parse(await (await ask(query, payment)).json())
}

describe("GET /api/odds/{coin}", () => {
  test("costs $0.02 and answers from the price of now, with the error of each cell", async () => {
    const unpaid = await ask("level=100000")
    expect([unpaid.status, JSON.parse(unpaid.headers.get("x-payment") ?? "{}").amount]).toEqual([402, "20000"])
    const { price } = await bought("level=100000")
    const [above, below] = [Math.round(price * 1.01), Math.round(price * 0.98)]
    const { levels, hours, until, timestamp, measured_on } = await bought(`level=${above}&level=${below}&hours=48`)
    expect(levels.map(({ level, side }) => [level, side])).toEqual([
      [above, "above"],
      [below, "below"],
    ])
    expect(Date.parse(until) - Date.parse(timestamp)).toBe(48 * 3_600_000)
    expect(hours).toBe(48)
    for (const { p_touch, p_close_beyond, measured } of levels) {
      expect(p_close_beyond).toBeLessThan(p_touch)
      expect(measured?.n).toBeGreaterThan(300)
      expect(p_touch).toBeGreaterThanOrEqual(measured?.p_touch_from ?? 1)
      expect(p_touch).toBeLessThanOrEqual(measured?.p_touch_to ?? 0)
    }
    expect(measured_on.coins).toEqual(["BTC", "ETH", "SOL"])
  })

  test("agrees with the touch odds of now in /signal for the same level and the same rest of a day", async () => {
    const { GET } = await routeOf(signalContract)
    const request = new Request("https://signal402.example/api/signal/BTC", { headers: payment })
    const answer = await GET(request, { params: Promise.resolve({ coin: "BTC" }) })
    const { now } = signalContract.response.parse(await answer.json())
    const stop = now?.stop_loss
    if (now === undefined || stop === undefined) throw new Error("The signal has no stop.")
    const [before] = (await bought(`level=${stop.price}&hours=21`)).levels
    const [after] = (await bought(`level=${stop.price}&hours=22`)).levels
    expect(now.hours_since_close).toBe(2.67)
    expect(before?.p_touch).toBeLessThanOrEqual(stop.p_touch_24h)
    expect(after?.p_touch).toBeGreaterThanOrEqual(stop.p_touch_24h)
  })

  test.each(["level=1", "level=100,99999999999", "level=0", "level=NaN", "level=5&level=5", "level=90000&hours=0"])(
    "%s is refused with the field's name, before and after a payment",
    async (query) => {
      for (const headers of [{}, payment]) {
        const response = await ask(query, headers)
        const problem: unknown = await response.json()
        expect([response.status, problem]).toMatchObject([400, { code: "invalid_query" }])
        expect(JSON.stringify(problem)).toMatch(/"(?:level|hours)"/)
        expect(response.headers.has("payment-response")).toBe(false)
      }
    },
  )

  test("has no entity tag, because one forecast has other odds at another price", async () => {
    expect(await currentEntityTag("/api/odds/BTC?level=5")).toBeNull()
    expect((await ask("level=90000", { ...payment, "If-None-Match": "*" })).status).toBe(200)
    expect(await currentEntityTag("/api/signal/BTC")).not.toBeNull()
  })
})

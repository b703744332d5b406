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

  test("has prediction markets' prices beside our odds of the same levels and ends", async () => {
    const price = (await bought("level=100000")).price
    const { markets, markets_missing, meta, timestamp } = await bought(`level=${Math.round(1.01 * price)}`)
    if (!markets) throw new Error("There are no markets.")
    expect([markets_missing, meta.sources.map(({ name }) => name)]).toEqual([null, expect.arrayContaining(["kalshi"])])
    expect(markets.questions.length).toBeGreaterThan(4)
    for (const one of markets.questions) {
      const { kind, side, level, yes_bid, yes_ask, yes_mid, p_forecast } = one
      const hours = (Date.parse(one.until) - Date.parse(timestamp)) / 3_600_000
      const [before, after] = await Promise.all(
        [Math.floor(hours), Math.ceil(hours)].map(
          async (whole) => (await bought(`level=${level}&hours=${whole}`)).levels[0],
        ),
      )
      const ofLevel = (own: typeof before) => {
        if (kind === "touch") return own?.p_touch ?? NaN
        const beyond = own?.p_close_beyond ?? NaN
        return own?.side === side ? beyond : 1 - beyond
      }
      const [low, high] = [ofLevel(before), ofLevel(after)].toSorted((a, b) => a - b)
      expect(p_forecast).toBeGreaterThanOrEqual((low ?? NaN) - 0.0002)
      expect(p_forecast).toBeLessThanOrEqual((high ?? NaN) + 0.0002)
      expect([one.difference_pp, yes_mid]).toEqual([
        expect.closeTo(100 * (p_forecast - yes_mid), 1),
        expect.closeTo((yes_bid + yes_ask) / 2, 9),
      ])
      const fee = (dollars: number) => Math.ceil(Math.round(7e6 * dollars * (1 - dollars)) / 1e4) / 1e4
      expect(one.fee_usd).toBe(fee(yes_ask))
      expect(one.yes_pays_above).toBeCloseTo(yes_ask + fee(yes_ask), 9)
      expect(one.no_pays_below).toBeCloseTo(yes_bid - fee(yes_bid), 9)
    }
    const nearest = (asked: number) =>
      bought(`level=${Math.round(asked)}`).then((answer) =>
        answer.markets?.questions.filter(({ kind }) => kind === "close").map(({ level }) => level),
      )
    expect(await nearest(1.02 * price)).not.toEqual(await nearest(0.98 * price))
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

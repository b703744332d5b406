import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { exampleOf } from "@/tools/testing/catalogue/requests"
import { readIndicator } from "@/lib/domain/signals/indicator"
import { viewMarket } from "@/lib/domain/signals/market-view"
import { NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { DAY_MS } from "@/lib/domain/utc-day"
import { paidRoute } from "@/lib/server/http/paid-route"
import { inputsOf, MARKET_NOW_MS, waveMarket } from "@/tools/testing/engine/signal-market"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { openGate } from "@/tools/testing/payments/fakes"
import { authorize, base64, newPayer, payloadV1, terms } from "@/tools/testing/payments/fixtures"
import { createExampleSource } from "./example-provider"
import { getMood } from "./get-mood"
import { momentum10d } from "./momentum-10d"
import { moodContract } from "./mood-contract"

/* The code of docs/recipes.md, compiled and used as the page says. */

const page = readFileSync("docs/recipes.md", "utf8")

test.each(["mood-contract", "get-mood", "momentum-10d", "example-provider"])(
  "docs/recipes.md shows the tested code of %s.ts",
  (name) => {
    const shown = readFileSync(`tools/testing/recipes/${name}.ts`, "utf8").replace(
      '"./mood-contract"',
      '"@/lib/api/mood"',
    )
    expect(page).toContain(`\`\`\`ts\n${shown}\`\`\``)
  },
)

describe("a new endpoint", () => {
  const atMs = Date.UTC(2026, 10, 20)
  const known = { value: [{ atMs, index: 61 }], asOfMs: atMs, fetchedAtMs: atMs, source: "alternative.me" }

  async function openMood(index: typeof known | null) {
    const { gate, fakes } = await openGate()
    const route = paidRoute(
      moodContract,
      () => getMood({ fearGreed: { read: () => Promise.resolve(index) } }),
      () => ({
        origin: "https://signal402.example",
        newRequestId: () => "request",
        log: () => undefined,
        now: () => 0,
        terms,
        clock: () => fakes.nowMs,
        artifacts: null,
        newNonce: () => "a1b2c3d4e5f67890a1b2c3d4e5f67890",
        answerDeadlineMs: 1_000,
        pauseOf: () => null,
        entityTagOf: () => Promise.resolve(null),
        previewOf: () => null,
      }),
      () => Promise.resolve(gate),
    )
    return (headers: Record<string, string> = {}) =>
      route.GET(new Request("http://localhost/api/mood", { headers }), { params: Promise.resolve({}) })
  }

  const payment = async () => ({
    "X-PAYMENT": base64(payloadV1(await authorize(newPayer(), { value: moodContract.price }))),
  })

  test("has an example that its schema accepts", () => {
    expect(moodContract.response.parse(moodContract.example)).toEqual(moodContract.example)
    expect(exampleOf(moodContract)).toBeDefined()
  })

  test("answers 402 with its price, and the answer for a payment", async () => {
    const get = await openMood(known)
    const unpaid = await get()
    expect(unpaid.status).toBe(402)
    expect(JSON.parse(unpaid.headers.get("X-PAYMENT") ?? "{}")).toMatchObject({ amount: String(moodContract.price) })
    const paid = await get(await payment())
    expect(paid.status).toBe(200)
    expect(await paid.json()).toEqual({ index: 61, source: "alternative.me", as_of: "2026-11-20T00:00:00.000Z" })
  })

  test("charges nothing without its data", async () => {
    const get = await openMood(null)
    const answer = await get(await payment())
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ charged: "no" })
  })
})

describe("a new indicator", () => {
  const read = (driftPerDay: number) =>
    readIndicator(momentum10d, viewMarket(inputsOf(waveMarket({ driftPerDay, wave: 0 })), MARKET_NOW_MS))

  test.each([
    [0.01, "long"],
    [0, "neutral"],
    [-0.01, "short"],
  ])("votes for a drift of %f per day: %s", (driftPerDay, vote) => {
    expect(read(driftPerDay).vote).toBe(vote)
  })

  test("abstains without candles and with too few candles", () => {
    expect(readIndicator(momentum10d, viewMarket(NO_INPUTS, MARKET_NOW_MS)).vote).toBeNull()
    const market = waveMarket({ driftPerDay: 0.01 })
    const few = { ...market, days: market.days.slice(-5) }
    expect(readIndicator(momentum10d, viewMarket(inputsOf(few), MARKET_NOW_MS))).toMatchObject({ vote: null })
  })

  test("ignores the current day, which is not closed", () => {
    const market = waveMarket({ driftPerDay: 0.01 })
    const changed = market.days.map((day) =>
      day.openTimeMs + DAY_MS > MARKET_NOW_MS ? { ...day, closeUsd: 1, lowUsd: 1 } : day,
    )
    const view = (days: typeof changed) => viewMarket(inputsOf({ ...market, days }), MARKET_NOW_MS)
    expect(readIndicator(momentum10d, view(changed)).value).toBe(
      readIndicator(momentum10d, view([...market.days])).value,
    )
  })
})

describe("a new provider", () => {
  test("returns its days, oldest first, and counts rows that do not parse", async () => {
    const days = [20, 19, 18, 17, 16].map((day) => ({ day: `2026-11-${day}`, score: day }))
    const { http } = createFakeProvider(() => ({ body: { days: [...days, { day: "yesterday" }] } }))
    expect(await createExampleSource({ http }).moods()).toEqual({
      points: [16, 17, 18, 19, 20].map((day) => ({ atMs: Date.UTC(2026, 10, day), index: day })),
      asOfMs: Date.UTC(2026, 10, 20),
      droppedRows: 1,
    })
  })

  test("throws only source errors, for any answer of the provider", async () => {
    await expectOnlySourceErrors((http) => createExampleSource({ http }).moods())
  })
})

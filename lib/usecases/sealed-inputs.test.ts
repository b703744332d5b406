import { expect, test } from "vitest"
import { REGIME_DAYS } from "@/lib/domain/regime/regime"
import { DAY_MS } from "@/lib/domain/utc-day"
import { NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { sealedId, type SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { createMemorySealedInputs, testSha256 } from "@/tools/testing/record/sealed-store"
import { inputsOf, MARKET_NOW_MS, waveMarket } from "@/tools/testing/engine/signal-market"
import { callFrom } from "./call-at-close"
import { readSealedInputs, replayFacts } from "./sealed-inputs"

const MIDNIGHT_MS = Date.UTC(2026, 10, 20)
const market = inputsOf(waveMarket({ driftPerDay: 0.002 }))

async function sealedCall(timeMs: number, previousDirection: SealedFacts["previousDirection"] = null) {
  const store = createMemorySealedInputs()
  const made = callFrom(market, { decisionTimeMs: timeMs, previousDirection }, testSha256)
  if (made === null) throw new Error("the market has every candle")
  await store.keep(made.texts)
  const identity = {
    id: sealedId("BTC", timeMs),
    coin: "BTC" as const,
    decisionTimeMs: timeMs,
    sealedAtMs: timeMs + 9_000,
  }
  return { store, texts: made.texts, facts: { ...made.content, ...identity } satisfies SealedFacts }
}

test("a call is replayed to the same bytes from its stored inputs", async () => {
  for (const previous of [null, "LONG", "LEAN_SHORT"] as const) {
    const { facts, store } = await sealedCall(MARKET_NOW_MS, previous)
    const inputs = await readSealedInputs(facts, store)
    const again = replayFacts(facts, inputs ?? NO_INPUTS, testSha256)
    expect(canonicalJson(again)).toBe(canonicalJson(facts))
  }
})

test("a call that was sealed beside options is replayed to the same bytes, and other ranges of theirs are found", async () => {
  const { store } = await sealedCall(MARKET_NOW_MS)
  const implied = { source: "deribit", asOfMs: MARKET_NOW_MS - 60_000, sigma24h: 0.031, sigma7d: 0.08 }
  const made = callFrom(market, { decisionTimeMs: MARKET_NOW_MS, previousDirection: null, implied }, testSha256)
  const identity = { id: "x", coin: "BTC" as const, decisionTimeMs: MARKET_NOW_MS, sealedAtMs: MARKET_NOW_MS + 9_000 }
  if (made?.content.compared === undefined) throw new Error("nothing was compared")
  const facts = { ...made.content, ...identity, compared: made.content.compared }
  const inputs = (await readSealedInputs(facts, store)) ?? NO_INPUTS
  expect(canonicalJson(replayFacts(facts, inputs, testSha256))).toBe(canonicalJson(facts))
  const { options } = facts.compared
  const kinder = { ...facts, compared: { ...facts.compared, options: { ...options, day: { low: 1, high: 2 } } } }
  expect(canonicalJson(replayFacts(kinder, inputs, testSha256))).not.toBe(canonicalJson(kinder))
})

test("a call that was sealed beside a prediction market is replayed to the same bytes, and other odds of ours are found", async () => {
  const midnightMs = Math.floor(MARKET_NOW_MS / 86_400_000) * 86_400_000
  const { store } = await sealedCall(midnightMs)
  const priceUsd = callFrom(market, { decisionTimeMs: midnightMs, previousDirection: null }, testSha256)?.content
    .priceUsd
  const question = { ticker: "X", kind: "close", side: "above", levelUsd: 1.01 * (priceUsd ?? NaN) } as const
  const asked = {
    source: "kalshi",
    asOfMs: midnightMs - 60_000,
    questions: [{ ...question, untilMs: midnightMs + 22 * 3_600_000, market: 0.31 }],
  }
  const made = callFrom(market, { decisionTimeMs: midnightMs, previousDirection: null, asked }, testSha256)
  const [sealed] = made?.content.markets?.questions ?? []
  if (!made?.content.markets || sealed === undefined) throw new Error("nothing was compared")
  expect(sealed).toMatchObject({ market: 0.31, forecast: expect.closeTo(0.3, 0) })
  const identity = { id: "x", coin: "BTC" as const, decisionTimeMs: midnightMs, sealedAtMs: midnightMs + 9_000 }
  const facts = { ...made.content, ...identity, markets: made.content.markets }
  const inputs = (await readSealedInputs(facts, store)) ?? NO_INPUTS
  expect(canonicalJson(replayFacts(facts, inputs, testSha256))).toBe(canonicalJson(facts))
  const kinder = { ...facts, markets: { ...facts.markets, questions: [{ ...sealed, forecast: 0.9 }] } }
  expect(canonicalJson(replayFacts(kinder, inputs, testSha256))).not.toBe(canonicalJson(kinder))
})

test("touch odds and the regime are computed again where a record has them, and other odds are found", async () => {
  const days = Array.from({ length: REGIME_DAYS }, (_, day) => {
    const candle = market.days?.value[day % 250]
    if (candle === undefined) throw new Error("the market has days")
    return { ...candle, openTimeMs: MIDNIGHT_MS - (REGIME_DAYS - day) * DAY_MS }
  })
  const long = { ...inputsOf(waveMarket({ driftPerDay: 0.002, nowMs: MIDNIGHT_MS })), days: null }
  const inputs = { ...long, days: { source: "binance", asOfMs: MIDNIGHT_MS, value: days } }
  const question = { decisionTimeMs: MIDNIGHT_MS, previousDirection: null, seals: { touch: true, regime: true } }
  const made = callFrom(inputs, question, testSha256)
  const { touch, regime } = made?.content ?? {}
  if (made === null || touch === undefined || regime === undefined) throw new Error("nothing was sealed")
  expect(touch["24h"]).toHaveLength(6)
  const facts = {
    ...made.content,
    id: sealedId("BTC", MIDNIGHT_MS),
    coin: "BTC" as const,
    decisionTimeMs: MIDNIGHT_MS,
    sealedAtMs: MIDNIGHT_MS + 9_000,
  }
  const store = createMemorySealedInputs()
  await store.keep(made.texts)
  const kept = (await readSealedInputs(facts, store)) ?? NO_INPUTS
  expect(canonicalJson(replayFacts(facts, kept, testSha256))).toBe(canonicalJson(facts))
  const kinder = { ...facts, touch: { ...touch, "24h": touch["24h"].map((level) => ({ ...level, odds: 0.5 })) } }
  expect(canonicalJson(replayFacts(kinder, kept, testSha256))).not.toBe(canonicalJson(kinder))
  const { touch: _, regime: __, ...older } = facts
  expect(canonicalJson(replayFacts(older, kept, testSha256))).toBe(canonicalJson(older))
})

test("inputs with a missing text are read as null", async () => {
  const { facts, texts } = await sealedCall(MARKET_NOW_MS)
  const partial = createMemorySealedInputs()
  await partial.keep(new Map([...texts].slice(1)))
  expect(await readSealedInputs(facts, partial)).toBeNull()
  expect(await readSealedInputs(facts, createMemorySealedInputs())).toBeNull()
})

test("a call without stored inputs reports it", async () => {
  const { facts, store } = await sealedCall(MARKET_NOW_MS)
  const inputs = facts.inputs.map((version) => ({ ...version, sha256: null }))
  expect(await readSealedInputs({ inputs }, store)).toBeNull()
})

test("a changed candle changes the replayed facts", async () => {
  const { facts, store } = await sealedCall(MARKET_NOW_MS)
  const inputs = await readSealedInputs(facts, store)
  const [first, ...rest] = inputs?.days?.value ?? []
  if (first === undefined || inputs?.days === undefined || inputs.days === null) throw new Error("days were kept")
  const changed = {
    ...inputs,
    days: { ...inputs.days, value: [{ ...first, volumeBase: first.volumeBase + 1 }, ...rest] },
  }
  expect(canonicalJson(replayFacts(facts, changed, testSha256))).not.toBe(canonicalJson(facts))
})

import { expect, test } from "vitest"
import type { Candle } from "@/lib/domain/market/candle"
import { isDirectional, sideOf } from "@/lib/domain/signals/direction"
import type { MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { sealedHistory } from "@/tools/testing/record/sealed-history"
import { outsideClosesOf } from "./check-outside-candles"
import { winCountsOf } from "./check-rates"
import { fetchRecord } from "./fetch-record"
import { replayRecords } from "./replay-record"
import {
  anchorsOf,
  honestService,
  relinked,
  resealed,
  serve,
  type VerifiedService,
  verifyTampered,
} from "./verified-service"

const honest = honestService()
const { hours: market } = sealedHistory({ days: 9, seed: 5 })
const factsOf = new Map(honest.records.map(({ facts }) => [facts.id, facts]))
const sideOfCall = (id: string) => sideOf(factsOf.get(id)?.direction ?? "NEUTRAL")
const isLost = ({ id, entryPriceUsd, exitPriceUsd }: MeasuredOutcome) =>
  Math.sign(exitPriceUsd - entryPriceUsd) === -sideOfCall(id)
const losers = new Set(honest.outcomes.filter((each) => each.horizon === "24h" && isLost(each)).map(({ id }) => id))

/** The candle that ends at a time, with another close. */
const closingAt = (
  candles: readonly Candle[],
  timeMs: number,
  { spanHours, usd }: { spanHours: number; usd: number },
) =>
  candles.map((candle) => {
    if (candle.openTimeMs + spanHours * HOUR_MS !== timeMs) return candle
    return { ...candle, closeUsd: usd, highUsd: Math.max(candle.highUsd, usd), lowUsd: Math.min(candle.lowUsd, usd) }
  })

/** An outcome with another exit, and extremes that hold it. */
function exitingAt(outcome: MeasuredOutcome, usd: number): MeasuredOutcome {
  const { highUsd, lowUsd } = outcome
  return {
    ...outcome,
    exitPriceUsd: usd,
    ...(highUsd !== undefined && { highUsd: Math.max(highUsd, usd) }),
    ...(lowUsd !== undefined && { lowUsd: Math.min(lowUsd, usd) }),
  }
}

const withWicks = (outcome: MeasuredOutcome): MeasuredOutcome =>
  outcome.highUsd === undefined ? outcome : { ...outcome, highUsd: outcome.highUsd * 1.03 }

/** Winning exits of calls that lost, by coin and time. */
const wishes = new Map(
  honest.outcomes
    .filter((each) => each.horizon === "24h" && isLost(each))
    .map(({ id, entryPriceUsd, exitTimeMs }) => [
      `${factsOf.get(id)?.coin} ${exitTimeMs}`,
      entryPriceUsd * (1 + 0.02 * sideOfCall(id)),
    ]),
)
const wishOf = ({ coin, decisionTimeMs }: Pick<SealedFacts, "coin" | "decisionTimeMs">) =>
  wishes.get(`${coin} ${decisionTimeMs}`)
const outcomesAsWished = honest.outcomes.map((each) => {
  const wish = wishes.get(`${factsOf.get(each.id)?.coin} ${each.exitTimeMs}`)
  return wish === undefined ? each : exitingAt(each, wish)
})

/** The hours of the call at the exit end at the wished price; every other call has the true ones. */
const hoursAsWished: VerifiedService["hours"] = (facts) => {
  const usd = wishOf(facts)
  return usd === undefined
    ? honest.hours(facts)
    : closingAt(honest.hours(facts), facts.decisionTimeMs, { spanHours: 1, usd })
}

const better = (facts: SealedFacts) => facts.priceUsd * (1 - 0.03 * sideOf(facts.direction))
const withBetterPrice = (facts: SealedFacts): SealedFacts => ({ ...facts, priceUsd: better(facts) })
const outcomesOfBetter = honest.outcomes.map((each) => {
  const facts = factsOf.get(each.id)
  return facts === undefined ? each : { ...each, entryPriceUsd: better(facts) }
})

/** 4h candles of a call that end at the better price. */
const fourHoursAsWished: VerifiedService["fourHours"] = (given) => {
  const facts = honest.records.find(
    ({ facts: { coin, decisionTimeMs } }) => coin === given.coin && decisionTimeMs === given.decisionTimeMs,
  )?.facts
  if (facts === undefined) throw new Error("Every call is in the record.")
  return closingAt(honest.fourHours(facts), facts.decisionTimeMs, { spanHours: 4, usd: better(facts) })
}

const attacks: readonly (readonly [what: string, service: VerifiedService, says: RegExp])[] = [
  [
    "the last hour of a loser's exit falsified in the inputs of one call",
    { ...resealed(honest, { hours: hoursAsWished }), outcomes: outcomesAsWished },
    /✕ Sealed inputs contradict each other in the prices of \d+ of \d+ candles; \d+ of \d+ outcomes rest on them .*, and count as lost/,
  ],
  [
    "better entries, of which the candles know nothing",
    { ...resealed(honest, {}, withBetterPrice), outcomes: outcomesOfBetter },
    /✕ BTC-\S+: its price is not the close of \S+ by binance/,
  ],
  [
    "better entries, with the last 4h candle of the same call",
    { ...resealed(honest, { fourHours: fourHoursAsWished }, withBetterPrice), outcomes: outcomesOfBetter },
    /✕ Sealed inputs contradict each other/,
  ],
  [
    "better entries in the 4h candles of all calls, while the hours are true",
    {
      ...resealed(
        honest,
        { fourHours: (facts) => honest.fourHours(facts).map((each) => ({ ...each, closeUsd: each.lowUsd })) },
        (facts) => ({ ...facts, priceUsd: honest.fourHours(facts).at(-1)?.lowUsd ?? 0 }),
      ),
    },
    /✕ the 4h candle of BTC at \S+ by binance does not agree with the shorter ones inside it/,
  ],
  [
    "an old candle falsified in the inputs of losers, so that another direction follows",
    resealed(honest, {
      fourHours: (facts) => {
        const isLoser = [...losers].some((id) => id === `${facts.coin}-${new Date(facts.decisionTimeMs).toISOString()}`)
        const timeMs = facts.decisionTimeMs - DAY_MS
        return isLoser
          ? closingAt(honest.fourHours(facts), timeMs, { spanHours: 4, usd: 150 })
          : honest.fourHours(facts)
      },
    }),
    /✕ the 4h candle of BTC at \S+ by binance closes at \S+ in the inputs of BTC-\S+ and closes at 150 in/,
  ],
]

test.each(attacks)("%s: the verification fails and names it", async (_, service, says) => {
  const { valid, text } = await verifyTampered(service)
  expect(text).toMatch(says)
  expect(valid).toBe(false)
})

test("an outcome on a contradicted candle is not priced by candles, and counts as lost", async () => {
  const service = { ...resealed(honest, { hours: hoursAsWished }), outcomes: outcomesAsWished }
  const get = serve(service)
  const records = await fetchRecord("https://signal402.example/api", get)
  const replays = await replayRecords("https://signal402.example/api", records, { get })
  const wished = outcomesAsWished.filter(({ id, horizon, exitTimeMs }) => {
    return horizon === "24h" && wishes.has(`${factsOf.get(id)?.coin} ${exitTimeMs}`)
  })
  const read = wished.filter(({ exitTimeMs }) => exitTimeMs <= honest.endMs - 2 * DAY_MS)
  expect(read.length).toBeGreaterThan(20)
  for (const { id } of read) {
    expect(replays.disputedOutcomes).toContain(`${id} 24h`)
    expect(replays.rightPrices).not.toContain(`${id} 24h`)
  }
  const made = { ...replays, sameCalls: new Set(records.map(({ id }) => id)) }
  const before = winCountsOf(records, { ...made, disputedOutcomes: new Set<string>() })
  const after = winCountsOf(records, made)
  const sum = (counts: typeof after, name: "calls" | "wins") => counts.reduce((total, each) => total + each[name], 0)
  expect(sum(after, "calls")).toBe(sum(before, "calls"))
  expect(sum(after, "wins")).toBeLessThan(sum(before, "wins") - 20)
})

test("one candle that the provider corrected is named, counts against the record, and does not fail it", async () => {
  const [at] = [honest.records[60]?.facts]
  if (at === undefined) throw new Error("The history has records.")
  const corrected = resealed(honest, {
    hours: (facts) =>
      facts.coin === at.coin && facts.decisionTimeMs === at.decisionTimeMs
        ? honest.hours(facts).map((each, index) => (index === 2 ? { ...each, closeUsd: each.closeUsd * 1.0001 } : each))
        : honest.hours(facts),
  })
  const once = await verifyTampered(corrected)
  expect(once.text).not.toContain("✕")
  expect([once.valid, once.text]).toEqual([true, expect.not.stringContaining("Contradiction")])

  const last = resealed(honest, {
    hours: (facts) =>
      facts.coin === at.coin && facts.decisionTimeMs === at.decisionTimeMs
        ? closingAt(honest.hours(facts), facts.decisionTimeMs, { spanHours: 1, usd: at.priceUsd * 1.0001 })
        : honest.hours(facts),
  })
  const { valid, text } = await verifyTampered(last)
  expect([valid, text]).toEqual([true, expect.not.stringContaining("✕")])
  expect(text).toMatch(/contradict each other in the prices of [12] of \d+ candles; [1-4] of \d+ outcomes rest on them/)
  expect(text).toContain(`Contradiction: the 1h candle of ${at.coin}`)
})

test("calls whose facts are not those of a call are counted as not checked, and fail the verification above 5%", async () => {
  const named = (isMalformed: (facts: SealedFacts) => boolean) => {
    const records = relinked(honest.records, (facts) =>
      isMalformed(facts)
        ? Object.assign({}, facts, { inputs: [{ name: "news", source: "x", asOfMs: 1, sha256: "0".repeat(64) }] })
        : facts,
    )
    const onChain = anchorsOf(records)
    return { ...honest, records, onChain, listed: onChain }
  }
  const many = await verifyTampered(named(({ id }) => losers.has(id)))
  expect(many.valid).toBe(false)
  expect(many.text).toMatch(/✕ \d+ of 147 calls have facts that are not those of a call, first BTC-/)
  const one = await verifyTampered(named(({ id }) => id === [...losers][0]))
  expect(one.text).toMatch(/Not checked: \d+ calls were not made again, first \S+: its facts are not those of a call/)
  expect(one.text).toMatch(/Not checked: the prices of \d+ outcomes are in no candle/)
  expect(one.valid).toBe(true)
})

test("losers that are marked as made without an input do not disappear", async () => {
  const records = relinked(honest.records, (facts) => ({ ...facts, degraded: facts.degraded || losers.has(facts.id) }))
  const onChain = anchorsOf(records)
  const { text } = await verifyTampered({ ...honest, records, onChain, listed: onChain })
  const [, wins, calls] =
    /24h, live, not counted: (\d+) of (\d+) directional calls won that were made while/.exec(text) ?? []
  const counted = [...losers].filter((id) => isDirectional(factsOf.get(id)?.direction ?? "NEUTRAL"))
  expect([Number(wins), Number(calls)]).toEqual([0, counted.length])
  expect(text).toMatch(/24h, live, not counted: .* That is many: the rate above says little without them\./)
})

test("candles that are falsified alike in all inputs pass alone, and fail beside candles from elsewhere", async () => {
  const outside = outsideClosesOf("candles/", new Map(Object.entries(market).map(([coin, { value }]) => [coin, value])))
  const held = await verifyTampered(honest, { outside })
  expect([held.valid, held.text]).toEqual([
    true,
    expect.stringMatching(
      /\d+ prices and [1-9]\d* highest and lowest ones were compared with the candles of candles\//,
    ),
  ])
  const scaled = (candles: readonly Candle[]) =>
    candles.map((each) => ({
      ...each,
      openUsd: each.openUsd * 1.02,
      highUsd: each.highUsd * 1.02,
      lowUsd: each.lowUsd * 1.02,
      closeUsd: each.closeUsd * 1.02,
    }))
  const service = {
    ...resealed(
      honest,
      { hours: (facts) => scaled(honest.hours(facts)), fourHours: (facts) => scaled(honest.fourHours(facts)) },
      (facts) => ({ ...facts, priceUsd: facts.priceUsd * 1.02 }),
    ),
    outcomes: honest.outcomes.map((each) => ({
      ...each,
      entryPriceUsd: each.entryPriceUsd * 1.02,
      exitPriceUsd: each.exitPriceUsd * 1.02,
      ...(each.highUsd !== undefined && { highUsd: each.highUsd * 1.02 }),
      ...(each.lowUsd !== undefined && { lowUsd: each.lowUsd * 1.02 }),
    })),
  }
  const alone = await verifyTampered(service)
  expect([alone.valid, alone.text]).toEqual([true, expect.stringContaining("-- URL --candles FOLDER")])
  const compared = await verifyTampered(service, { outside })
  expect([compared.valid, compared.text]).toEqual([
    false,
    expect.stringMatching(/✕ BTC-\S+: its price is \S+, and the close of \S+ in candles\/ is/),
  ])
  const wicked = { ...honest, outcomes: honest.outcomes.map(withWicks) }
  expect((await verifyTampered(wicked, { outside })).text).toMatch(
    /✕ \d+ of \d+ highest and lowest prices are not those of candles\/, first BTC-\S+ 24h: its highest price is/,
  )
  const none = await verifyTampered(honest, { outside: outsideClosesOf("candles/", new Map()) })
  expect([none.valid, none.text]).toEqual([false, expect.stringContaining("nothing was compared")])
})

import fc from "fast-check"
import { expect, test } from "vitest"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { eventMoves } from "./event-moves"
import { impliedRange80 } from "./implied-range"
import { LEFT_OUT, type OptionQuote, usableQuotes } from "./option-quote"
import { currentIndex, premiumOf } from "./premium"
import { impliedSigma, impliedVariance, surfaceOf } from "./surface"

const NOW = Date.UTC(2026, 10, 20, 12)
const YEAR_MS = 365 * DAY_MS

/** Simpson's rule of the normal density: another way to the distribution than the service's. */
function cdf(z: number): number {
  const [low, steps] = [-10, 2_000]
  const width = (z - low) / steps
  let sum = 0
  for (let i = 0; i <= steps; i++) {
    const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2
    sum += weight * Math.exp(-((low + i * width) ** 2) / 2)
  }
  return (sum * width) / 3 / Math.sqrt(2 * Math.PI)
}

/** The value of an option by its expected payoff over the prices at the expiry. */
function payoffValue(kind: "call" | "put", logStrike: number, sigma: number): number {
  const [low, high, steps] = [-9, 9, 4_000]
  const width = (high - low) / steps
  let sum = 0
  for (let i = 0; i <= steps; i++) {
    const z = low + i * width
    const price = Math.exp(sigma * z - sigma ** 2 / 2)
    const payoff = Math.max(0, kind === "call" ? price - Math.exp(logStrike) : Math.exp(logStrike) - price)
    sum += (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2) * payoff * Math.exp((-z * z) / 2)
  }
  return (sum * width) / 3 / Math.sqrt(2 * Math.PI)
}

type Surface = { readonly atTheMoney: number; readonly tilt: number; readonly curve: number }

const known: Surface = { atTheMoney: 0.5, tilt: -0.04, curve: 0.01 }

/** Volatility at `z` standard deviations at the money. */
const volatilityAt = ({ atTheMoney, tilt, curve }: Surface, z: number) => atTheMoney * (1 + tilt * z + curve * z * z)

type QuotesOf = {
  readonly days: number
  readonly surface?: Surface
  readonly strikes?: number
  readonly forward?: number
}

function quotes({ days, surface = known, strikes = 81, forward = 100_000 }: QuotesOf): OptionQuote[] {
  const sigma = surface.atTheMoney * Math.sqrt(days / 365)
  return Array.from({ length: strikes }, (_, index) => -2 + (4 * index) / (strikes - 1)).flatMap((z) =>
    (["call", "put"] as const).map((kind) => {
      const markVolatility = volatilityAt(surface, z)
      const mark = payoffValue(kind, z * sigma, markVolatility * Math.sqrt(days / 365))
      return {
        expiryMs: NOW + days * DAY_MS,
        strikeUsd: forward * Math.exp(z * sigma),
        kind,
        markVolatility,
        mark,
        bid: 0.97 * mark,
        ask: 1.03 * mark,
        forwardUsd: forward,
        atMs: NOW,
      }
    }),
  )
}

test("a known surface gives back its volatility at the money, and the wings where the delta is 25%", () => {
  const { smiles, leftOutExpiries } = surfaceOf([...quotes({ days: 7 }), ...quotes({ days: 30 })], NOW)
  expect(leftOutExpiries).toEqual([])
  expect(smiles).toHaveLength(2)
  for (const [smile, days] of [
    [smiles[0], 7],
    [smiles[1], 30],
  ] as const) {
    expect(smile?.atTheMoney).toBeCloseTo(0.5, 4)
    // By small steps along the known smile to the strike whose delta is a quarter.
    const wing = (side: 1 | -1) => {
      for (let z = 0; z < 2; z += 0.0005) {
        const volatility = volatilityAt(known, side * z)
        const sigma = volatility * Math.sqrt(days / 365)
        const d1 = (-side * z * known.atTheMoney * Math.sqrt(days / 365)) / sigma + sigma / 2
        if (side === 1 ? cdf(d1) <= 0.25 : 1 - cdf(d1) <= 0.25) return volatility
      }
      return Number.NaN
    }
    expect(smile?.call25).toBeCloseTo(wing(1), 4)
    expect(smile?.put25).toBeCloseTo(wing(-1), 4)
  }
})

test("between expiries variance is linear in time, and before the first one at its rate", () => {
  const far = { ...known, atTheMoney: 0.6 }
  const surface = surfaceOf([...quotes({ days: 10 }), ...quotes({ days: 40, surface: far })], NOW)
  const [first, second] = [0.25 * (10 / 365), 0.36 * (40 / 365)]
  expect(impliedVariance(surface, NOW + 5 * DAY_MS)).toBeCloseTo(first / 2, 6)
  expect(impliedVariance(surface, NOW + 25 * DAY_MS)).toBeCloseTo((first + second) / 2, 5)
  expect(impliedSigma(surface, { fromMs: NOW + 10 * DAY_MS, untilMs: NOW + 40 * DAY_MS })).toBeCloseTo(
    Math.sqrt(second - first),
    4,
  )
  expect(impliedVariance(surface, NOW + 41 * DAY_MS)).toBeNull()
  expect(impliedVariance(surface, NOW - HOUR_MS)).toBe(0)
})

test("four fifths of a log-normal price are in the range", () => {
  const range = impliedRange80(100, 0.1)
  expect(cdf(Math.log((range?.high ?? 0) / 100) / 0.1) - cdf(Math.log((range?.low ?? 0) / 100) / 0.1)).toBeCloseTo(
    0.8,
    6,
  )
  expect(impliedRange80(100, null)).toBeNull()
})

test("the part of an event is the variance above that of the days beside it", () => {
  const daily = 0.0006
  const bump = 0.0005
  const at = (days: number, variance: number): Surface => ({ ...known, atTheMoney: Math.sqrt((variance * 365) / days) })
  const surface = surfaceOf(
    [
      ...quotes({ days: 4, surface: at(4, 4 * daily) }),
      ...quotes({ days: 6, surface: at(6, 6 * daily + bump) }),
      ...quotes({ days: 11, surface: at(11, 11 * daily + bump) }),
    ],
    NOW,
  )
  const events = [
    { name: "CPI", atMs: NOW + 5 * DAY_MS },
    { name: "NFP", atMs: NOW + 2 * DAY_MS },
    { name: "FOMC", atMs: NOW + 12 * DAY_MS },
  ]
  const [cpi, nfp, ...others] = eventMoves(surface, events)
  expect(others).toEqual([])
  expect(cpi).toMatchObject({ name: "CPI", fromMs: NOW + 4 * DAY_MS, untilMs: NOW + 6 * DAY_MS })
  expect(cpi?.eventSigma).toBeCloseTo(Math.sqrt(bump), 3)
  expect(cpi?.spanSigma).toBeCloseTo(Math.sqrt(2 * daily + bump), 4)
  expect(nfp).toMatchObject({ name: "NFP", fromMs: NOW, untilMs: NOW + 4 * DAY_MS, eventSigma: 0 })
})

test("an event in a span of more than 36 days has no move of its own", () => {
  const surface = surfaceOf([...quotes({ days: 5 }), ...quotes({ days: 60 })], NOW)
  expect(eventMoves(surface, [{ name: "CPI", atMs: NOW + 20 * DAY_MS }])).toEqual([])
})

const [good] = quotes({ days: 7, strikes: 3 })

test.each([
  ["implausible", { markVolatility: Number.NaN }],
  ["implausible", { markVolatility: 0 }],
  ["implausible", { strikeUsd: 0 }],
  ["implausible", { forwardUsd: Number.POSITIVE_INFINITY }],
  ["implausible", { mark: 0 }],
  ["expired", { expiryMs: NOW - 1 }],
  ["expired", { expiryMs: NOW + HOUR_MS }],
  ["stale", { atMs: NOW - HOUR_MS }],
  ["future", { atMs: NOW + HOUR_MS }],
  ["future", { atMs: 1_000 * NOW }],
  ["dead", { bid: null }],
  ["dead", { bid: 0 }],
  ["dead", { ask: null }],
  ["crossed", { bid: 2, ask: 1 }],
  ["crossed", { bid: 1, ask: 1 }],
  ["off_mark", { bid: 1, ask: 1.1 }],
  ["wide", { bid: 0.001, ask: 0.5 }],
] as const)("a quote is left out as %s: %o", (reason, defect) => {
  if (good === undefined) throw new Error("There is no quote.")
  const fresh = { ...good, strikeUsd: 1.01 * good.strikeUsd }
  const { used, leftOut } = usableQuotes([fresh, { ...good, ...defect }], NOW)
  expect(used).toEqual([fresh])
  expect(leftOut).toMatchObject({ [reason]: 1 })
})

test("a row from the future does not make the others stale", () => {
  const week = quotes({ days: 7 })
  for (const atMs of [NOW + HOUR_MS, 1_000 * NOW]) {
    const [first, ...others] = week
    if (first === undefined) throw new Error("There is no quote.")
    const { smiles, quotes: read } = surfaceOf([{ ...first, atMs }, ...others], NOW)
    expect(smiles).toHaveLength(1)
    expect(read.leftOut).toMatchObject({ future: 1, stale: 0 })
  }
})

test("volatilities that do not give the mark prices are left out, of all expiries or of the front one alone", () => {
  const halved = (list: readonly OptionQuote[]) =>
    list.map((quote) => ({ ...quote, markVolatility: quote.markVolatility / 2 }))
  const [front, month] = [quotes({ days: 7 }), quotes({ days: 30 })]
  const { smiles, quotes: read } = surfaceOf([...halved(front), ...halved(month)], NOW)
  expect(smiles).toEqual([])
  expect(read.leftOut.implausible).toBeGreaterThan(100)
  expect(surfaceOf([...halved(front), ...month], NOW).smiles.map(({ expiryMs }) => expiryMs)).toEqual([
    NOW + 30 * DAY_MS,
  ])
})

test("an index that ended before yesterday is no index of now, and days after now are not read", () => {
  const at = (days: number) => ({ atMs: Math.floor(NOW / DAY_MS) * DAY_MS + days * DAY_MS, close: 0.4 })
  expect(currentIndex([at(-6), at(-5)], NOW)).toEqual([])
  expect(currentIndex([at(-2), at(-1)], NOW)).toHaveLength(2)
  expect(currentIndex([at(-1), at(0), at(1)], NOW)).toEqual([at(-1), at(0)])
  expect(currentIndex([at(-5), at(1)], NOW)).toEqual([])
})

test("an event beside which no other span is has no part of its own", () => {
  const [move] = eventMoves(surfaceOf(quotes({ days: 7 }), NOW), [{ name: "CPI", atMs: NOW + DAY_MS }])
  expect(move).toMatchObject({ eventSigma: null })
  expect(move?.spanSigma).toBeGreaterThan(0)
})

test("of an option that is listed twice no quote is used", () => {
  if (good === undefined) throw new Error("There is no quote.")
  expect(usableQuotes([good, { ...good, markVolatility: 0.9 }], NOW)).toMatchObject({
    used: [],
    leftOut: { duplicate: 2 },
  })
})

test("one mark that makes a butterfly free takes its expiry out, and only its own", () => {
  const week = quotes({ days: 7 })
  const wrong = week.map((quote) =>
    Math.abs(quote.strikeUsd - 100_000) < 1 ? { ...quote, markVolatility: 0.545 } : quote,
  )
  const { smiles, leftOutExpiries } = surfaceOf([...wrong, ...quotes({ days: 30 })], NOW)
  expect(leftOutExpiries).toEqual([{ expiryMs: NOW + 7 * DAY_MS, reason: "butterfly" }])
  expect(smiles.map(({ expiryMs }) => expiryMs)).toEqual([NOW + 30 * DAY_MS])
})

test("an expiry with less variance than an earlier one is left out, and one dear expiry does not take the others out", () => {
  const days = [5, 10, 15, 20]
  const dear = { ...known, atTheMoney: 1.2 }
  const list = days.flatMap((one) => quotes({ days: one, ...(one === 10 && { surface: dear }) }))
  const { smiles, leftOutExpiries } = surfaceOf(list, NOW)
  expect(leftOutExpiries).toEqual([{ expiryMs: NOW + 10 * DAY_MS, reason: "calendar" }])
  expect(smiles).toHaveLength(3)
})

test("few strikes, or none on one side, are no smile", () => {
  const calls = quotes({ days: 7 }).filter(({ strikeUsd }) => strikeUsd > 100_500)
  expect(surfaceOf(quotes({ days: 7, strikes: 3 }), NOW).leftOutExpiries).toMatchObject([{ reason: "few_strikes" }])
  expect(surfaceOf(calls, NOW)).toMatchObject({ smiles: [], leftOutExpiries: [{ reason: "few_strikes" }] })
  expect(surfaceOf([], NOW)).toMatchObject({ smiles: [], quotes: { read: 0, used: 0 } })
})

const hostile = fc.oneof(fc.double(), fc.constantFrom(0, -1, Number.NaN, Infinity, 0.02, 0.5, 100_000))

test("a hostile list gives finite figures without arbitrage, or nothing; the order of the rows does not matter", () => {
  const real = [
    ...quotes({ days: 3, strikes: 11 }),
    ...quotes({ days: 9, strikes: 11 }),
    ...quotes({ days: 30, strikes: 11 }),
  ]
  const change = fc.record({
    index: fc.nat(real.length - 1),
    field: fc.constantFrom("markVolatility", "mark", "bid", "ask", "strikeUsd", "forwardUsd", "expiryMs", "atMs"),
    value: hostile,
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 25 }), fc.boolean(), (changes, isReversed) => {
      const list: OptionQuote[] = [...real]
      for (const { index, field, value } of changes) {
        const quote = list[index]
        if (quote !== undefined) list.push({ ...quote, [field]: value })
        if (quote !== undefined && index % 2 === 0) list[index] = { ...quote, [field]: value }
      }
      const surface = surfaceOf(list, NOW)
      const variances = surface.smiles.map(({ expiryMs, atTheMoney }) => (atTheMoney ** 2 * (expiryMs - NOW)) / YEAR_MS)
      expect(variances).toEqual(variances.toSorted((a, b) => a - b))
      for (const { atTheMoney, put25, call25, forwardUsd } of surface.smiles) {
        const figures = [atTheMoney, forwardUsd, put25 ?? 1, call25 ?? 1]
        expect(figures.every((figure) => Number.isFinite(figure) && figure > 0)).toBe(true)
      }
      const { read, used, leftOut } = surface.quotes
      expect(used + LEFT_OUT.reduce((sum, reason) => sum + leftOut[reason], 0)).toBe(read)
      const other = surfaceOf(isReversed ? list.toReversed() : list, NOW)
      expect(other.smiles.map(({ expiryMs }) => expiryMs)).toEqual(surface.smiles.map(({ expiryMs }) => expiryMs))
    }),
    { numRuns: 150 },
  )
})

test("the premium is the index less what was realised, and each day is compared with what followed it", () => {
  const DAYS = 420
  // Ranges of the same size every day: the realised volatility is known.
  const days = Array.from({ length: DAYS }, (_, index) => ({ openTimeMs: index * DAY_MS, highUsd: 102, lowUsd: 100 }))
  const realised = Math.log(1.02) * Math.sqrt(365 / (4 * Math.LN2))
  const index = Array.from({ length: DAYS }, (_, day) => ({
    atMs: day * DAY_MS,
    close: realised + (day % 2 === 0 ? 0.05 : -0.02),
  }))
  const premium = premiumOf([...index.slice(0, -1), { atMs: (DAYS - 1) * DAY_MS, close: realised + 0.06 }], days)
  expect(premium?.realised).toBeCloseTo(realised, 12)
  expect(premium?.overRealised).toBeCloseTo(0.06, 12)
  expect(premium?.percentile).toBe(1)
  expect(premium?.days).toBe(365)
  expect(premium?.since?.realisedSince).toBeCloseTo(realised, 12)
  // 365 days before the last one, without the newest 30, whose time is not over.
  expect(premium?.heldAbove.days).toBe(336)
  expect(premium?.heldAbove.above).toBe(168)
  expect(premiumOf([], days)).toBeNull()
  expect(premiumOf(index, days.slice(0, 20))).toBeNull()
})

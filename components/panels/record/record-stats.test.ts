import { expect, test } from "vitest"
import { statsContract } from "@/lib/endpoints/stats/contract"
import { utcTimes } from "@/lib/client/browser/times"
import { independent } from "./rates"
import { hasNoRates, replaySummary, recordStatsOf, countStatsOf } from "./record-stats"

const NOW_MS = Date.UTC(2026, 10, 20, 18)
const few = statsContract.response.parse(statsContract.example)
const many = {
  ...few,
  win_rate: 0.512,
  status: "preliminary" as const,
  sample: { ...few.sample, directional: 1_400, n_effective: 93.4 },
  significance: {
    ...few.significance,
    win_rate_ci95: [0.412, 0.611] as [number, number],
    base_rate_same_sides: 0.503,
  },
  ranges: { ...few.ranges, n: 700, coverage: 0.795, ci95: [0.741, 0.84] as [number, number] },
}

const lines = (stats: typeof few) =>
  recordStatsOf(stats, NOW_MS, utcTimes).map(({ name, value, note }) => [name, value, note])

test("a record below the minimum sample makes no claim and states what is missing", () => {
  expect(lines(few)).toEqual([
    ["Win rate after 24h", "–", "No claim yet: 8 independent calls, 30 needed"],
    ["Base rate", "–", "Win rate of random calls on the same sides"],
    ["80% ranges held", "–", `No claim yet: ${few.ranges.n} ranges`],
    ["Calls sealed", "252", "234 settled, last 12:00 UTC; proven in time: 228 of 234"],
  ])
})

test("independent calls are rounded down", () => {
  expect([29.6, 29.999999, 30].map(independent)).toEqual([29, 29, 30])
  const [first] = lines({ ...few, sample: { ...few.sample, n_effective: 29.6 } })
  expect(first?.[2]).toBe("No claim yet: 29 independent calls, 30 needed")
})

test("every rate has its interval, sample and base rate", () => {
  expect(lines(many)).toEqual([
    ["Win rate after 24h", "51.2%", "Preliminary. 95%: 41.2% to 61.1%; 1,400 calls, effective sample: 93"],
    ["Base rate", "50.3%", "Win rate of random calls on the same sides"],
    ["80% ranges held", "79.5%", "95%: 74.1% to 84.0%; 700 ranges"],
    ["Calls sealed", "252", "234 settled, last 12:00 UTC; proven in time: 228 of 234"],
  ])
})

test("the replay has a separate sentence, marked as hypothetical, with interval and sample", () => {
  expect(replaySummary(many)).toBe(
    "Hypothetical, replayed over past closes: 79.5% of 80% ranges held (95%: 74.1% to 84.0%; 700 ranges); " +
      "calls won 51.2% (95%: 41.2% to 61.1%; effective sample: 93), base rate 50.3%.",
  )
  expect(replaySummary({ ...many, win_rate: null })).toBe(
    "Hypothetical, replayed over past closes: 79.5% of 80% ranges held (95%: 74.1% to 84.0%; 700 ranges).",
  )
  expect(replaySummary(few)).toBe(
    "Hypothetical, replayed over past closes: no claim yet, 8 independent calls, 30 needed.",
  )
})

test("a record without settled calls states that", () => {
  const [last] = lines({ ...few, sample: { ...few.sample, settled: 0, last_settled_at: null } }).toReversed()
  expect(last).toEqual(["Calls sealed", "252", "0 settled; proven in time: 228 of 234"])
})

test("a record without rates shows counts; with a rate it shows rates", () => {
  const none = { ...few, win_rate: null, ranges: { ...few.ranges, coverage: null } }
  expect(hasNoRates(none)).toBe(true)
  expect(hasNoRates({ ...none, ranges: many.ranges })).toBe(false)
  expect(hasNoRates({ ...none, win_rate: 0.512 })).toBe(false)
  const sample = { ...few.sample, emitted: 3, proven_in_time: 1, settled: 0, pending: 1, missed: 0 }
  expect(countStatsOf({ ...none, sample }).map(({ name, value, note }) => [name, value, note])).toEqual([
    ["Calls sealed", "3", "One for each coin every 4 hours; proven in time: 1 of 2"],
    ["Settled", "0", "Win rate appears after 30 independent calls"],
    ["Open", "1", "Settle within 24h"],
    ["Missed", "0", "Missed calls"],
  ])
})

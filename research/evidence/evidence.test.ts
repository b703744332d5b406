import { describe, expect, test } from "vitest"
import { seededRandom } from "@/lib/domain/statistics/random"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { VoteWithReturn } from "./readings"
import { MIN_VOTES, timingOf } from "./timing"

/** Votes on two coins that rise on average; `skill` of the sides is the sign of the return. */
function votesOf(skill: number, days = 400): readonly VoteWithReturn[] {
  const random = seededRandom(7)
  return Array.from({ length: days }, (_, day) => day).flatMap((day) =>
    [0, 1].map((coin): VoteWithReturn => {
      const marketReturn = random() - 0.4
      const side = random() < skill ? Math.sign(marketReturn) : random() < 0.5 ? 1 : -1
      return { timeMs: day * DAY_MS, endMs: (day + 1) * DAY_MS, coin, side: side === 1 ? 1 : -1, marketReturn }
    }),
  )
}

describe("timing of votes", () => {
  test("votes without skill have a timing whose interval contains 0, whatever the market did", () => {
    const timing = timingOf(votesOf(0))
    expect(timing?.interval.low).toBeLessThan(0)
    expect(timing?.interval.high).toBeGreaterThan(0)
    expect(timing?.p).toBeGreaterThan(0.05)
  })

  test("votes with skill are found", () => {
    const timing = timingOf(votesOf(0.5))
    expect(timing?.interval.low).toBeGreaterThan(0)
    expect(timing?.p).toBeLessThan(0.001)
    expect(timing?.hitRate).toBeGreaterThan(0.6)
  })

  test("always long has no timing, although a rising market pays it", () => {
    const long = votesOf(0).map((vote) => ({ ...vote, side: 1 as const }))
    const timing = timingOf(long)
    expect(timing?.meanReturn).toBeGreaterThan(0.05)
    expect(timing?.timing).toBeCloseTo(0, 12)
  })

  test("few votes are not measured", () => {
    expect(timingOf(votesOf(1, MIN_VOTES / 2 - 1))).toBeNull()
    expect(timingOf([])).toBeNull()
  })
})

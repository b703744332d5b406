import { expect, test } from "vitest"
import { isoDate } from "@/lib/domain/utc-day"
import { noise } from "@/tools/testing/engine/noise"
import { type DailyClose, differingEvents, moveOnDay } from "./past-events"

const DAY_MS = 86_400_000
const EVENT_DAY = 140
const dateOf = (day: number) => isoDate(Date.UTC(2024, 0, 1) + day * DAY_MS)

/** Alternating returns of exactly +1% and -1%, and a return of `jump` on the day of the event. */
function closes(jump: number): readonly DailyClose[] {
  let log = 0
  return Array.from({ length: EVENT_DAY + 20 }, (_, day) => {
    log += day === EVENT_DAY ? jump : day % 2 === 0 ? 0.01 : -0.01
    return { date: dateOf(day), close: 100 * Math.exp(log) }
  })
}

const event = (percent: number, t: number) => {
  const move = [percent, t] as const
  return { category: "WAR", date: dateOf(EVENT_DAY), name: "invented", BTC: move, ETH: move, OIL: move } as const
}

test("the move of an event is its return minus the mean return of days -130 to -11", () => {
  const move = moveOnDay(closes(0.05), dateOf(EVENT_DAY))
  expect(move?.percent).toBeCloseTo(5, 9)
  // 0.05 / (0.01 * sqrt(120 / 119) * sqrt(1 + 1 / 120))
  expect(move?.t).toBeCloseTo(4.9585, 4)
})

test("an event with too few closes before it has no move", () => {
  expect(moveOnDay(closes(0.05), dateOf(100))).toBeNull()
  expect(moveOnDay([], dateOf(100))).toBeNull()
})

test("for an event on a day without a session, the next session is measured", () => {
  const daily = closes(0.05)
  const withoutSession = daily.filter(({ date }) => date !== dateOf(EVENT_DAY - 1))
  expect(moveOnDay(withoutSession, dateOf(EVENT_DAY - 1))?.percent).toBeCloseTo(4, 0)
})

test("differingEvents() names each event whose stated move differs from the closes", () => {
  const daily = closes(0.05)
  expect(differingEvents("BTC", daily, [event(5, 5)])).toEqual([])
  expect(differingEvents("OIL", daily, [event(5.2, 5)])).toEqual([`${dateOf(EVENT_DAY)} invented`])
  expect(differingEvents("ETH", daily, [event(5, 4.8)])).toEqual([`${dateOf(EVENT_DAY)} invented`])
  expect(differingEvents("BTC", [], [event(5, 5)])).toHaveLength(1)
})

test("about 5% of the days of a random walk have |t| of 2 or more", () => {
  let log = 0
  const daily = noise(2_000, 7).map((value, day) => {
    log += 0.02 * value
    return { date: dateOf(day), close: Math.exp(log) }
  })
  const moves = daily.slice(200).map(({ date }) => moveOnDay(daily, date))
  const share = moves.filter((move) => move !== null && Math.abs(move.t) >= 2).length / moves.length
  expect(share).toBeGreaterThan(0.035)
  expect(share).toBeLessThan(0.06)
})

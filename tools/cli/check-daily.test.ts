import { expect, test } from "vitest"
import { isDailyClose, type SealedTouch } from "@/lib/domain/track-record/touch-levels"
import { DAY_MS } from "@/lib/domain/utc-day"
import { honestService, relinked, type VerifiedService, verifyTampered } from "./verified-service"

const honest = honestService()
const levels = [{ side: "above", sigmas: 1, levelUsd: 103, odds: 0.4 }] as const
const touch: SealedTouch = { version: "touch-1", "24h": levels, "7d": levels }

/** Touch odds at every midnight from the third day on, except on `without` days. */
function sealed(without: (day: number) => boolean): VerifiedService {
  const first = honest.records[0]?.facts.decisionTimeMs ?? 0
  const records = relinked(honest.records, (facts) => {
    const day = (facts.decisionTimeMs - first) / DAY_MS
    return isDailyClose(facts.decisionTimeMs) && day >= 2 && !without(day) ? { ...facts, touch } : facts
  })
  return { ...honest, records, onChain: [], listed: [] }
}

test("touch odds of each day since the first one pass, and those of some days left out fail", async () => {
  const whole = await verifyTampered(sealed(() => false))
  expect(whole.text).not.toContain("touch odds, first")
  const few = await verifyTampered(sealed((day) => day === 4))
  expect(few.text).toContain("Not checked: 3 daily closes have no touch odds")
  expect(few.text).not.toContain("✕")
  const many = await verifyTampered(sealed((day) => day >= 4 && day < 7))
  expect(many).toMatchObject({
    valid: false,
    text: expect.stringMatching(/✕ \d+ daily closes have no touch odds, first/),
  })
})

test("a removed highest or lowest price fails where the hours are known, unless it is older than the first touch odds", async () => {
  const service = sealed(() => false)
  const remove = (isRemoved: (horizon: string) => boolean): VerifiedService => ({
    ...service,
    outcomes: honest.outcomes.map(({ highUsd, ...one }, index) =>
      index % 3 === 0 && isRemoved(one.horizon) ? one : { ...one, ...(highUsd !== undefined && { highUsd }) },
    ),
  })
  const firstMs = honest.records[0]?.facts.decisionTimeMs ?? 0
  for (const horizon of ["24h", "7d"]) {
    const attack = remove((each) => each === horizon)
    // The inputs of the last day's calls are not open yet.
    const removed = attack.outcomes.filter(
      ({ highUsd, exitTimeMs }) =>
        highUsd === undefined && exitTimeMs >= firstMs + 2 * DAY_MS + 5_000 && exitTimeMs <= honest.endMs - DAY_MS,
    )
    const { valid, text } = await verifyTampered(attack)
    expect(valid).toBe(false)
    expect(text).toContain(`✕ ${removed.length} outcomes have no highest or no lowest price`)
    expect(removed.length).toBeGreaterThan(4)
  }
  expect((await verifyTampered({ ...remove(() => true), records: honest.records })).valid).toBe(true)
})

test("a changed highest or lowest price of a window fails", async () => {
  for (const [change, says] of [
    [{ highUsd: 1e6 }, "its highest price is not that of the hours of its window"],
    [{ lowUsd: 1e-6 }, "its lowest price is not that of the hours of its window"],
  ] as const) {
    const outcomes = honest.outcomes.map((one, index) => (index < 40 ? { ...one, ...change } : one))
    const { valid, text } = await verifyTampered({ ...honest, outcomes })
    expect(valid).toBe(false)
    expect(text).toContain(says)
  }
})

import { seededRandom } from "@/lib/domain/statistics/random"
import { WAYS_TO_PAY } from "./crowd"
import type { CrashPlan } from "./harness"
import { CALM, type Death, STEPS, type Weather } from "./weather"

const STORM: Weather = { lost: 0.1, unanswered: 0.1, lying: 0.3, delayMs: 20, full: 0 }
const FULL_DISK: Weather = { ...CALM, full: 0.15 }

/** Death at every step, on either side, the first time it comes up and in the middle of the crowd. */
export function everyStep(): readonly CrashPlan[] {
  const deaths = STEPS.flatMap((step) =>
    (["before", "after"] as const).flatMap((side) => [1, 3].map((occurrence): Death => ({ step, side, occurrence }))),
  )
  return deaths.map((death, seed) => ({ payers: WAYS_TO_PAY, deaths: [death], weather: CALM, forgets: false, seed }))
}

/** A plan of its own for each seed: one to three deaths, by step or by the clock, in fair and foul weather, on a full disk, under a chain that forgets. */
export function randomPlan(seed: number): CrashPlan {
  const random = seededRandom(seed)
  const pick = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0]
  const deaths = Array.from({ length: 1 + Math.floor(random() * 3) }, (): CrashPlan["deaths"][number] =>
    random() < 0.5
      ? { afterMs: 20 + Math.floor(random() * 400) }
      : { step: pick(STEPS), side: pick(["before", "after"]), occurrence: 1 + Math.floor(random() * 6) },
  )
  const payers = 1 + Math.floor(random() * 8)
  return {
    payers,
    deaths,
    weather: pick([CALM, CALM, STORM, STORM, FULL_DISK]),
    forgets: random() < 0.4,
    seed: seed * 100,
  }
}

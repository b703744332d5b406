import { seededRandom } from "@/lib/domain/statistics/random"
import type { CrashPlan } from "./harness"
import { CALM, type Death, STEPS, type Weather } from "./weather"

const STORM: Weather = { lost: 0.1, unanswered: 0.1, lying: 0.3, delayMs: 20 }

/** Death at every step, on either side, the first time it comes up and in the middle of the crowd. */
export function everyStep(): readonly CrashPlan[] {
  const deaths = STEPS.flatMap((step) =>
    (["before", "after"] as const).flatMap((side) => [1, 3].map((occurrence): Death => ({ step, side, occurrence }))),
  )
  return deaths.map((death, seed) => ({ payers: 4, deaths: [death], weather: CALM, seed }))
}

/** A plan of its own for each seed: one to three deaths, by step or by the clock, in fair and foul weather. */
export function randomPlan(seed: number): CrashPlan {
  const random = seededRandom(seed)
  const pick = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0]
  const deaths = Array.from({ length: 1 + Math.floor(random() * 3) }, (): CrashPlan["deaths"][number] =>
    random() < 0.5
      ? { afterMs: 20 + Math.floor(random() * 400) }
      : { step: pick(STEPS), side: pick(["before", "after"]), occurrence: 1 + Math.floor(random() * 6) },
  )
  return { payers: 1 + Math.floor(random() * 8), deaths, weather: random() < 0.5 ? CALM : STORM, seed: seed * 100 }
}

import { seededRandom } from "@/lib/domain/statistics/random"
import { PAYMENT_METHOD_COUNT } from "./payers"
import type { CrashPlan } from "./harness"
import { NO_FAULTS, type CrashPoint, STEPS, type NodeFaults } from "./fault-injection"

const HIGH_FAULT_RATES: NodeFaults = { lost: 0.1, unanswered: 0.1, wrongReceipts: 0.3, delayMs: 20, full: 0 }
const FULL_DISK: NodeFaults = { ...NO_FAULTS, full: 0.15 }

/** Kills the process at every step, before and after it, at its first occurrence and in the middle of the payers. */
export function everyStep(): readonly CrashPlan[] {
  const kills = STEPS.flatMap((step) =>
    (["before", "after"] as const).flatMap((side) =>
      [1, 3].map((occurrence): CrashPoint => ({ step, side, occurrence })),
    ),
  )
  return kills.map((kill, seed) => ({
    payers: PAYMENT_METHOD_COUNT,
    kills: [kill],
    faults: NO_FAULTS,
    dropsBlocks: false,
    listing: kill.step.includes("isting"),
    seed,
  }))
}

/**
 * One plan for each seed: one to three kills, by step or by time, with and without faults, on a full disk, and on a
 * chain that drops blocks.
 */
export function randomPlan(seed: number): CrashPlan {
  const random = seededRandom(seed)
  const pick = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0]
  const kills = Array.from({ length: 1 + Math.floor(random() * 3) }, (): CrashPlan["kills"][number] =>
    random() < 0.5
      ? { afterMs: 20 + Math.floor(random() * 400) }
      : { step: pick(STEPS), side: pick(["before", "after"]), occurrence: 1 + Math.floor(random() * 6) },
  )
  const payers = 1 + Math.floor(random() * 8)
  const dropsBlocks = random() < 0.4
  return {
    payers,
    kills,
    faults: pick([NO_FAULTS, NO_FAULTS, HIGH_FAULT_RATES, HIGH_FAULT_RATES, FULL_DISK]),
    dropsBlocks,
    listing: !dropsBlocks && random() < 0.4,
    seed: seed * 100,
  }
}

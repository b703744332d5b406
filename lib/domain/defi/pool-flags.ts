import { lockupDays, rewardSharePct } from "./pool-metrics"
import { isExploited } from "./pool-risk"
import type { Trust } from "./trust"
import type { YieldPool } from "./yield-pool"

export const POOL_FLAGS = [
  "REWARD_HEAVY",
  "NEW_POOL",
  "APY_SPIKE",
  "TVL_DROP",
  "PROTOCOL_HACKED",
  "UNAUDITED",
  "IL",
  "OUTLOOK_DOWN",
  "LOCKUP",
] as const

export type PoolFlag = (typeof POOL_FLAGS)[number]

/** Warnings from known facts. Unknown facts raise none; they lower the grade. */
export function flagsOf(pool: YieldPool, { protocol, lastHackMs }: Trust, nowMs: number): readonly PoolFlag[] {
  const { apyPct, apyMean30dPct, tvlChange7dPct } = pool
  const raised = {
    REWARD_HEAVY: (rewardSharePct(pool) ?? 0) > 25,
    NEW_POOL: pool.historyDays < 30,
    APY_SPIKE: apyPct !== null && apyMean30dPct !== null && apyMean30dPct > 0 && apyPct > 2 * apyMean30dPct,
    TVL_DROP: tvlChange7dPct !== null && tvlChange7dPct <= -30,
    PROTOCOL_HACKED: isExploited({ lastHackMs }, nowMs),
    UNAUDITED: protocol?.auditGrade === 0 && protocol.auditLinks === 0,
    IL: pool.hasIlRisk === true,
    OUTLOOK_DOWN: pool.outlook.class === "DOWN",
    LOCKUP: (lockupDays(pool, nowMs) ?? 0) > 0,
  } satisfies Record<PoolFlag, boolean>
  return POOL_FLAGS.filter((flag) => raised[flag])
}

/** How much risk the buyer wants to carry. */
export const RISK_PROFILES = ["conservative", "moderate", "aggressive"] as const

export type RiskProfile = (typeof RISK_PROFILES)[number]

/** Limits of a profile. They are never relaxed: an amount that does not fit stays in cash. */
export type Constraints = {
  readonly minTvlUsd: number
  readonly minHistoryDays: number
  readonly maxApyPct: number
  /** `null`: no limit. */
  readonly maxRewardSharePct: number | null
  readonly maxProtocolPct: number
  readonly maxChainPct: number
  /** Largest position relative to the pool, percent of its locked value. */
  readonly maxSizeVsTvlPct: number
  /** Which pools may suffer impermanent loss. */
  readonly ilAllowed: "none" | "known_legs" | "any"
  readonly assets: "stablecoin_or_bluechip" | "known_legs" | "any"
  readonly exposure: "single" | "any"
  readonly minProtocolAgeDays: number | null
  /** An exploit within this time excludes a protocol. */
  readonly hackFreeDays: number
}

const shared = { maxProtocolPct: 40, maxChainPct: 60, maxSizeVsTvlPct: 10 } as const

/** Numbers: methodology, section on DeFi yields. Exploit windows below two years and the size limit are our own. */
export const profiles = {
  conservative: {
    ...shared,
    minTvlUsd: 50e6,
    minHistoryDays: 180,
    maxApyPct: 15,
    maxRewardSharePct: 25,
    ilAllowed: "none",
    assets: "stablecoin_or_bluechip",
    exposure: "single",
    minProtocolAgeDays: 365,
    hackFreeDays: 730,
  },
  moderate: {
    ...shared,
    minTvlUsd: 10e6,
    minHistoryDays: 90,
    maxApyPct: 30,
    maxRewardSharePct: null,
    ilAllowed: "known_legs",
    assets: "known_legs",
    exposure: "any",
    minProtocolAgeDays: null,
    hackFreeDays: 365,
  },
  aggressive: {
    ...shared,
    minTvlUsd: 2e6,
    minHistoryDays: 30,
    maxApyPct: 100,
    maxRewardSharePct: null,
    ilAllowed: "any",
    assets: "any",
    exposure: "any",
    minProtocolAgeDays: null,
    hackFreeDays: 90,
  },
} as const satisfies Record<RiskProfile, Constraints>

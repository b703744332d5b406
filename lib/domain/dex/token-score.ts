import { round } from "@/lib/domain/round"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { DexToken } from "./merge-tokens"
import type { DexPair } from "./token-scan"

/** Below this a position can hardly be left again, US dollars. */
export const LOW_LIQUIDITY_USD = 20_000
/** Daily volume over liquidity beyond which the volume is taken for wash trading. */
export const WASH_RATIO = 50
export const HIGH_FDV_RATIO = 200
export const MANY_REPORTS = 3
export const SILENT_SELL_BUYS = 50

export type ScorePart = "liquidity" | "volume" | "flow" | "age" | "momentum" | "transparency"

/** `NOT_CHECKED`: no source has checked the contract. The others are flags of the token. */
export type PenaltyFlag =
  | "LOW_LIQUIDITY"
  | "FDV_LIQ"
  | "PAID_BOOST"
  | "REPORTED"
  | "NO_SELLS"
  | "COPYCAT"
  | "NOT_CHECKED"

/** `score` is the sum of the parts minus the penalties, kept within 0 and 100. All in points. */
export type TokenScore = {
  readonly score: number
  readonly parts: Readonly<Record<ScorePart, number>>
  readonly penalties: readonly { readonly flag: PenaltyFlag; readonly points: number }[]
}

const mostPoints = { liquidity: 30, volume: 20, flow: 15, age: 10, momentum: 15, transparency: 10 } as const

/** What scores and limits compare of a pair. `null`: unknown. */
export type TokenMeasures = {
  readonly liquidityUsd: number | null
  /** Daily volume over liquidity. */
  readonly volumeRatio: number | null
  readonly isWashVolume: boolean
  /** Share of buyers among wallets, or of buys among trades when wallets are not counted. */
  readonly buyShare: number | null
  /** The least and the most that the age can be. */
  readonly ageHours: number | null
  readonly maxAgeHours: number | null
}

/** The exact measures of a pair. */
export function measuresOf(pair: DexPair, nowMs: number): TokenMeasures {
  const ratio = volumeRatio(pair)
  const age = ageHours(pair, nowMs)
  return {
    liquidityUsd: pair.liquidityUsd,
    volumeRatio: ratio,
    isWashVolume: (ratio ?? 0) > WASH_RATIO,
    buyShare: buyShare(pair),
    ageHours: age,
    maxAgeHours: age,
  }
}

/**
 * The disclosed model behind "AI scoring". Unknown facts get no points. `measures` are the pair's own, exact or in classes. `isCopy`:
 * the token looks like another one.
 */
export function scoreToken(token: DexToken, measures: TokenMeasures, isCopy: boolean): TokenScore {
  const { pair } = token
  const shares = {
    liquidity: clamp(Math.log10((measures.liquidityUsd ?? 0) / 10_000) / 2),
    volume: measures.isWashVolume ? 0 : clamp((measures.volumeRatio ?? 0) / 3),
    flow: clamp(((measures.buyShare ?? 0) - 0.4) / 0.25),
    age: ageShare(measures.ageHours),
    momentum: momentumShare(pair),
    transparency: (Number(pair.hasWebsite === true) + Number(pair.hasSocial === true)) / 2,
  }
  const points = (part: ScorePart) => round(mostPoints[part] * shares[part], 1)
  const parts = {
    liquidity: points("liquidity"),
    volume: points("volume"),
    flow: points("flow"),
    age: points("age"),
    momentum: points("momentum"),
    transparency: points("transparency"),
  }
  const penalties = penaltiesOf(token, isCopy)
  const earned = Object.values(parts).reduce((total, part) => total + part, 0)
  const lost = penalties.reduce((total, penalty) => total + penalty.points, 0)
  return { score: round(Math.min(100, Math.max(0, earned - lost)), 1), parts, penalties }
}

/** Hours since the pair was created; `null` where that is unknown. */
export function ageHours({ pairCreatedAtMs }: DexPair, nowMs: number): number | null {
  return pairCreatedAtMs === null ? null : Math.max(0, (nowMs - pairCreatedAtMs) / HOUR_MS)
}

export function volumeRatio({ volumeH24Usd, liquidityUsd }: DexPair): number | null {
  return volumeH24Usd === null || liquidityUsd === null || liquidityUsd <= 0 ? null : volumeH24Usd / liquidityUsd
}

export function fdvRatio({ fdvUsd, liquidityUsd }: DexPair): number | null {
  return fdvUsd === null || liquidityUsd === null || liquidityUsd <= 0 ? null : fdvUsd / liquidityUsd
}

/** Many buys and no sells: the usual pattern of a honeypot. */
export function isSellSilent({ buysH24, sellsH24 }: DexPair): boolean {
  return sellsH24 === 0 && (buysH24 ?? 0) > SILENT_SELL_BUYS
}

function penaltiesOf({ pair, boostAmount, security }: DexToken, isCopy: boolean): TokenScore["penalties"] {
  const charged: readonly (readonly [PenaltyFlag, number, boolean])[] = [
    ["LOW_LIQUIDITY", 30, (pair.liquidityUsd ?? 0) < LOW_LIQUIDITY_USD],
    ["FDV_LIQ", 15, (fdvRatio(pair) ?? 0) > HIGH_FDV_RATIO],
    ["PAID_BOOST", 5, boostAmount !== null],
    ["REPORTED", 15, (pair.communityReports ?? 0) >= MANY_REPORTS],
    ["NO_SELLS", 40, isSellSilent(pair)],
    ["COPYCAT", 40, isCopy],
    ["NOT_CHECKED", 20, security === null],
  ]
  return charged.filter(([, , applies]) => applies).map(([flag, points]) => ({ flag, points }))
}

function buyShare({ buyersH24, sellersH24, buysH24, sellsH24 }: DexPair): number | null {
  const isCounted = buyersH24 !== null && sellersH24 !== null
  const [buys, sells] = isCounted ? [buyersH24, sellersH24] : [buysH24 ?? 0, sellsH24 ?? 0]
  return buys + sells === 0 ? null : buys / (buys + sells)
}

/** 0 below an hour, a half at a day, 1 from a week on. */
function ageShare(hours: number | null): number {
  if (hours === null || hours < 1) return 0
  return hours <= 24 ? (0.5 * (hours - 1)) / 23 : clamp(0.5 + (0.5 * (hours - 24)) / 144)
}

/** Share of the last hour, six hours and day that rose; nothing after a fall of more than 30 percent in an hour. */
function momentumShare({ priceChangePct: { h1, h6, h24 } }: DexPair): number {
  if (h1 !== null && h1 < -30) return 0
  return [h1, h6, h24].filter((change) => change !== null && change > 0).length / 3
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

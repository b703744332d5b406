import { intervalMs, openTimeOf } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import type { Regime } from "@/lib/domain/regime/regime-rules"
import type { Direction } from "@/lib/domain/signals/direction"
import type { Category } from "@/lib/domain/signals/indicator"
import type { Bounds } from "@/lib/domain/statistics/interval"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { SealedQuestions } from "./sealed-questions"
import type { SealedTouch } from "./touch-levels"
import type { VolatilityPair } from "./volatility-pair"

export type VoteCounts = { readonly long: number; readonly short: number; readonly neutral: number }

/** One input of a call: provider, time of the newest content, and the hash of all its data. */
export type InputVersion = {
  readonly name: string
  readonly source: string
  readonly asOfMs: number
  /** See `archiveInputs`; `null` where inputs are not kept, as in studies. */
  readonly sha256: string | null
}

/** The engine's call at one 4h close: the sealed content without time and identifier. */
export type CallContent = {
  /** Close of the 4h candle that ends at the decision. */
  readonly priceUsd: number
  /** Provider of the price. */
  readonly source: string
  readonly direction: Direction
  /** (long − short)/total, −1…1. */
  readonly score: number
  /** 0…100, see `strengthOf`; before 2026-11-25 the agreement of the votes. */
  readonly strength: number
  /** Stated probability of the signalled side after 24 h. */
  readonly confidence: number
  readonly pUp24h: number
  readonly votes: VoteCounts & { readonly total: number }
  readonly categories: Readonly<Record<Category, VoteCounts>>
  readonly levels: {
    readonly stopLossUsd: number
    readonly takeProfitsUsd: readonly number[]
  } | null
  /** Intervals of the close after 24 h and 7 d, stated at 80%, in US dollars. */
  readonly ranges: { readonly day: Bounds; readonly week: Bounds } | null
  /** Our forecast beside that of options. Absent: options were not known, or the record is older than this field. */
  readonly compared?: VolatilityPair
  /** Our odds beside the prices of a prediction market, once a day. Absent: none were known, or the record is older than this field. */
  readonly markets?: SealedQuestions
  /** Odds of touching levels, at 00:00 UTC. Absent: another close, no forecast, or the record is older than this field. */
  readonly touch?: SealedTouch
  /** Regime of the bitcoin market at the last closed day, at 00:00 UTC, with the call on BTC. Absent: as for `touch`. */
  readonly regime?: Regime
  /** Fear and greed index that the vote read; one contestant of the arena trades on it. */
  readonly fearGreed: number | null
  /** The class of the previous close, for the dead band; `null` without one. */
  readonly previousDirection: Direction | null
  readonly inputs: readonly InputVersion[]
  /** Too few indicators for a call. */
  readonly degraded: boolean
  readonly methodVersion: string
}

/** The sealed document. The commitment is to its canonical JSON. */
export type SealedFacts = CallContent & {
  readonly id: string
  readonly coin: Coin
  readonly decisionTimeMs: number
  /** Time at which the record was made. A late record is a replay and never counts as live. */
  readonly sealedAtMs: number
}

/** One link of the chain. `facts` and `nonce` stay private until the call is a day old. */
export type SealedSignal = {
  readonly facts: SealedFacts
  /** 128 random bits, hex. Without it 10^6 guesses would reveal the direction and votes behind a commitment. */
  readonly nonce: string
  /** sha256(canonical JSON of facts ‖ nonce), hex. */
  readonly commitment: string
  readonly prevHash: string
  readonly hash: string
}

/** A decision falls on every 4h close. */
export const DECISION_SPACING_MS = intervalMs["4h"]

/** Length of the replay of an empty chain: twelve weeks usually contain enough calls for a rate. */
export const REPLAY_MS = 84 * DAY_MS

/** A record made later than this after its close knows part of the outcome: it is a replay. */
export const SEAL_WINDOW_MS = HOUR_MS

/** Directions become public when the 24h outcome is known. */
export const REVEAL_AFTER_MS = DAY_MS

/** One identifier per coin and close, so that nothing can be sealed twice. */
export function sealedId(coin: Coin, decisionTimeMs: number): string {
  return `${coin}-${new Date(decisionTimeMs).toISOString()}`
}

/** The 4h close at or before `nowMs`. */
export function lastDecisionTime(nowMs: number): number {
  return openTimeOf(nowMs, "4h")
}

/** True for a record that was made in time. */
export function isLive({ sealedAtMs, decisionTimeMs }: Pick<SealedFacts, "sealedAtMs" | "decisionTimeMs">): boolean {
  const lateMs = sealedAtMs - decisionTimeMs
  return lateMs >= 0 && lateMs <= SEAL_WINDOW_MS
}

/** True once the call's content may be shown for free. */
export function isRevealed({ decisionTimeMs }: SealedFacts, nowMs: number): boolean {
  return decisionTimeMs + REVEAL_AFTER_MS <= nowMs
}

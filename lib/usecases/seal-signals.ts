import type { Clock } from "@/lib/domain/clock"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { previousDirectionAt } from "@/lib/domain/signals/previous-direction"
import { GENESIS_HASH, seal, type Sha256 } from "@/lib/domain/track-record/chain"
import {
  DECISION_SPACING_MS,
  lastDecisionTime,
  SEAL_WINDOW_MS,
  type SealedFacts,
  sealedId,
} from "@/lib/domain/track-record/sealed-signal"
import type { SealedInputStore, SealedStore } from "@/lib/domain/track-record/sealed-store"
import type { CallParams, ReplayableCall } from "./call-at-close"

export type SealingPorts = {
  readonly store: SealedStore
  readonly inputs: SealedInputStore
  /** The call as of the close, from closed candles only; `null` while an input of that close is missing. */
  readonly call: (question: CallParams) => Promise<ReplayableCall | null>
  /** 128 fresh random bits in hex. */
  readonly nonce: () => string
  readonly sha256: Sha256
  /** True when the process is stopping: a replay takes minutes, and the rest can be computed later. */
  readonly isStopped?: () => boolean
  /** Read for every record, because a call takes time and must not have an earlier time than its computation. */
  readonly clock: Clock
}

export type SealOutcome = "sealed" | "already_sealed" | "unavailable" | "too_late"

export type SealResult = { readonly id: string; readonly outcome: SealOutcome }

/** Another writer may move the head between reading and appending. */
const MAX_ATTEMPTS = 5

/**
 * Seals the newest 4h close of every coin, once.
 *
 * Several processes may call it at any time: a sealed record is never written again. A close that was missed for an
 * hour is not sealed later, because a part of its outcome is known.
 */
export async function sealSignals(ports: SealingPorts): Promise<readonly SealResult[]> {
  const decisionTimeMs = lastDecisionTime(ports.clock())
  const untilMs = decisionTimeMs + SEAL_WINDOW_MS
  const results: SealResult[] = []
  for (const coin of COINS) {
    if (ports.clock() > untilMs) results.push({ id: sealedId(coin, decisionTimeMs), outcome: "too_late" })
    else results.push(await sealOne(ports, { coin, decisionTimeMs, untilMs }))
  }
  return results
}

/**
 * Seals the closes from `fromMs` up to those that could still be sealed live, oldest first.
 *
 * Each of these records has the time of its computation, so it counts as a replay and never as live.
 */
export async function replaySignals(ports: SealingPorts, fromMs: number): Promise<readonly SealResult[]> {
  const results: SealResult[] = []
  const firstMs = Math.ceil(fromMs / DECISION_SPACING_MS) * DECISION_SPACING_MS
  const endMs = ports.clock() - SEAL_WINDOW_MS
  for (let timeMs = firstMs; timeMs < endMs; timeMs += DECISION_SPACING_MS) {
    for (const coin of COINS) {
      if (ports.isStopped?.()) return results
      results.push(await sealOne(ports, { coin, decisionTimeMs: timeMs, untilMs: Infinity }))
    }
  }
  return results
}

async function sealOne(
  { store, inputs, call, nonce, sha256, clock }: SealingPorts,
  { coin, decisionTimeMs, untilMs }: { readonly coin: Coin; readonly decisionTimeMs: number; readonly untilMs: number },
): Promise<SealResult> {
  const id = sealedId(coin, decisionTimeMs)
  if ((await store.find(id)) !== null) return { id, outcome: "already_sealed" }
  const last = await store.latest(coin, decisionTimeMs)
  const previousDirection = previousDirectionAt(last?.facts ?? null, decisionTimeMs)
  const made = await call({ coin, decisionTimeMs, previousDirection })
  if (made === null) return { id, outcome: "unavailable" }
  // Kept before the record, so that the inputs of a record can always be read.
  await inputs.keep(made.texts)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const prevHash = (await store.head())?.hash ?? GENESIS_HASH
    const sealedAtMs = clock()
    if (sealedAtMs > untilMs) return { id, outcome: "too_late" }
    const facts: SealedFacts = { ...made.content, id, coin, decisionTimeMs, sealedAtMs }
    if ((await store.append(seal(facts, { nonce: nonce(), prevHash, sha256 }))) === "appended") {
      return { id, outcome: "sealed" }
    }
    if ((await store.find(id)) !== null) return { id, outcome: "already_sealed" }
  }
  return { id, outcome: "unavailable" }
}

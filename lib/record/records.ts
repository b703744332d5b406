import { isOver } from "@/lib/domain/clock"
import type { Coin } from "@/lib/domain/market/coin"
import { previousDirectionAt } from "@/lib/domain/signals/previous-direction"
import type { Direction } from "@/lib/domain/signals/direction"
import { lastDecisionTime, sealedId } from "@/lib/domain/track-record/sealed-signal"
import type { SealedInputStore, SealedStore, OutcomeStore } from "@/lib/domain/track-record/sealed-store"
import type { Store } from "@/lib/store/open-store"
import { createSqlOutcomeStore, createSqlSealedInputs, createSqlSealedStore } from "@/lib/store/sql-sealed-store"
import type { SealedBasis } from "@/lib/usecases/read-market"
import { readSealedInputs } from "@/lib/usecases/sealed-inputs"
import { type MaySell, redSourcesOf } from "@/lib/usecases/sealed-rights"

export type Records = {
  readonly sealed: SealedStore
  readonly outcomes: OutcomeStore
  readonly inputs: SealedInputStore
}

const recordsByStore = new WeakMap<Store, Records>()

/** The sealed records of a store. Read records are cached for the process. */
export function recordsOf(store: Store): Records {
  const known = recordsByStore.get(store)
  if (known !== undefined) return known
  const fresh = {
    sealed: createSqlSealedStore(store),
    outcomes: createSqlOutcomeStore(store),
    inputs: createSqlSealedInputs(store),
  }
  recordsByStore.set(store, fresh)
  return fresh
}

/** The class that was sealed at the close directly before the current one. The dead band of live answers needs it. */
export async function previousDirection(store: Store, coin: Coin, nowMs: number): Promise<Direction | null> {
  const decisionTimeMs = lastDecisionTime(nowMs)
  const last = await recordsOf(store).sealed.latest(coin, decisionTimeMs)
  return previousDirectionAt(last?.facts ?? null, decisionTimeMs)
}

type CachedBasis = {
  readonly id: string
  readonly sinceMs: number
  readonly lengthMs: number
  readonly basis: Promise<SealedBasis | null>
}

const basesByStore = new WeakMap<Store, Map<Coin, CachedBasis>>()
/** A close is sealed within seconds. Until its record exists, it is looked up at this interval. */
const RETRY_MS = 2_000

/**
 * The record of the newest close with the inputs that it was sealed from. Answers are computed from these inputs until the
 * next close, so that they equal the call on record even when an input arrives late. `null` until the close is sealed, for a
 * call that had too few inputs, and for one of sources that the profile no longer permits.
 */
export async function sealedBasis(
  store: Store,
  coin: Coin,
  { nowMs, maySell }: { readonly nowMs: number; readonly maySell: MaySell },
): Promise<SealedBasis | null> {
  const id = sealedId(coin, lastDecisionTime(nowMs))
  const bases = basesByStore.get(store) ?? new Map<Coin, CachedBasis>()
  basesByStore.set(store, bases)
  const known = bases.get(coin)
  if (known?.id === id && !isOver({ ...known, nowMs })) return known.basis
  const basis = findBasis(store, id, maySell)
  bases.set(coin, { id, sinceMs: nowMs, lengthMs: RETRY_MS, basis })
  const found = await basis
  if (found !== null && bases.get(coin)?.basis === basis) bases.set(coin, { id, sinceMs: 0, lengthMs: Infinity, basis })
  return found
}

async function findBasis(store: Store, id: string, maySell: MaySell): Promise<SealedBasis | null> {
  const { sealed, inputs } = recordsOf(store)
  const record = await sealed.find(id)
  const isUsable = record !== null && !record.facts.degraded && redSourcesOf(record.facts, maySell).length === 0
  const read = isUsable ? await readSealedInputs(record.facts, inputs) : null
  if (record === null || read === null) return null
  return { id, commitment: record.commitment, previousDirection: record.facts.previousDirection, inputs: read }
}

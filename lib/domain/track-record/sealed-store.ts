import type { Coin } from "@/lib/domain/market/coin"
import type { SealedSignal } from "./sealed-signal"
import type { MeasuredOutcome } from "./outcome"

/** Where sealed records are kept. There is no way to change or to remove one. */
export type SealedStore = {
  /** Adds to the end. `conflict`: the id is taken, or another writer has moved the head; nothing was written. */
  append(record: SealedSignal): Promise<"appended" | "conflict">
  head(): Promise<SealedSignal | null>
  find(id: string): Promise<SealedSignal | null>
  /** The coin's newest record decided before `beforeMs`. */
  latest(coin: Coin, beforeMs: number): Promise<SealedSignal | null>
  /** The whole chain, in its order. */
  list(): Promise<readonly SealedSignal[]>
}

/** What sealed calls were made from: texts by their SHA-256. A text is kept once, however many calls name it. */
export type SealedInputStore = {
  keep(texts: ReadonlyMap<string, string>): Promise<void>
  /** Those that are kept. */
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Outcomes, kept because candles are not: feeds hold five months of hours. */
export type OutcomeStore = {
  /** Writes what is new. The first outcome of an id and horizon stays, whatever is written later. */
  add(outcomes: readonly MeasuredOutcome[]): Promise<void>
  list(): Promise<readonly MeasuredOutcome[]>
}

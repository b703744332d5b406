import type { Coin } from "@/lib/domain/market/coin"
import type { SealedSignal } from "./sealed-signal"
import type { QuestionOutcome } from "./question-outcome"
import type { MeasuredOutcome } from "./outcome"

/** The store of sealed records. Records cannot be changed or removed. */
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

/** The inputs of sealed calls: texts by their SHA-256. A text is stored once for all calls that use it. */
export type SealedInputStore = {
  keep(texts: ReadonlyMap<string, string>): Promise<void>
  /** The stored texts among these. */
  read(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Outcomes, kept because candles are not: feeds hold five months of hours. */
export type OutcomeStore = {
  /** Writes new outcomes. The first outcome of an id and horizon is never replaced. */
  add(outcomes: readonly MeasuredOutcome[]): Promise<void>
  list(): Promise<readonly MeasuredOutcome[]>
  /** Writes new results of sealed questions. The first result of an id and a ticker is never replaced. */
  addQuestions(outcomes: readonly QuestionOutcome[]): Promise<void>
  listQuestions(): Promise<readonly QuestionOutcome[]>
}

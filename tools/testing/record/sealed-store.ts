import { createHash } from "node:crypto"
import { GENESIS_HASH, type Sha256 } from "@/lib/domain/track-record/chain"
import type { SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import type { SealedInputStore, SealedStore, OutcomeStore } from "@/lib/domain/track-record/sealed-store"
import type { QuestionOutcome } from "@/lib/domain/track-record/question-outcome"
import type { MeasuredOutcome } from "@/lib/domain/track-record/outcome"

export const testSha256: Sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex")

/** A sealed store in memory, with the chain in view. */
export function createMemorySealedStore(initial: readonly SealedSignal[] = []): SealedStore & {
  readonly chain: readonly SealedSignal[]
} {
  const chain: SealedSignal[] = [...initial]
  return {
    chain,
    async append(record) {
      const taken = chain.some(({ facts }) => facts.id === record.facts.id)
      if (taken || record.prevHash !== (chain.at(-1)?.hash ?? GENESIS_HASH)) return "conflict"
      chain.push(record)
      return "appended"
    },
    head: async () => chain.at(-1) ?? null,
    find: async (id) => chain.find(({ facts }) => facts.id === id) ?? null,
    latest: async (coin, beforeMs) =>
      chain
        .filter(({ facts }) => facts.coin === coin && facts.decisionTimeMs < beforeMs)
        .toSorted((a, b) => a.facts.decisionTimeMs - b.facts.decisionTimeMs)
        .at(-1) ?? null,
    list: async () => [...chain],
  }
}

/** A measured store in memory: the first outcome stays. */
export function createMemoryOutcomeStore(
  initial: readonly MeasuredOutcome[] = [],
  questions: readonly QuestionOutcome[] = [],
): OutcomeStore {
  const results = new Map(questions.map((one) => [resultKey(one), one]))
  const held = new Map(initial.map((measured) => [keyOf(measured), measured]))
  return {
    async add(outcomes) {
      for (const measured of outcomes) {
        if (!held.has(keyOf(measured))) held.set(keyOf(measured), measured)
      }
    },
    list: async () => [...held.values()],
    async addQuestions(outcomes) {
      for (const one of outcomes) if (!results.has(resultKey(one))) results.set(resultKey(one), one)
    },
    listQuestions: async () => [...results.values()],
  }
}

/** Inputs of sealed calls in memory. */
export function createMemorySealedInputs(): SealedInputStore {
  const kept = new Map<string, string>()
  return {
    async keep(texts) {
      for (const [hash, text] of texts) kept.set(hash, text)
    },
    read: async (hashes) => new Map(hashes.flatMap((hash) => (kept.has(hash) ? [[hash, kept.get(hash) ?? ""]] : []))),
  }
}

function resultKey({ id, ticker }: QuestionOutcome): string {
  return `${id} ${ticker}`
}

function keyOf({ id, horizon }: MeasuredOutcome): string {
  return `${id} ${horizon}`
}

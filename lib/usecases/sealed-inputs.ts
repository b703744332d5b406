import { INPUT_NAMES, type MarketInputs, NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import type { Sha256 } from "@/lib/domain/track-record/chain"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import type { QuestionsAtClose, SealedQuestions } from "@/lib/domain/track-record/sealed-questions"
import type { ImpliedAtClose, VolatilityPair } from "@/lib/domain/track-record/volatility-pair"
import type { SealedInputStore } from "@/lib/domain/track-record/sealed-store"
import { callFrom } from "./call-at-close"

/** The inputs that a sealed call was made from; `null` when some are not kept. */
export async function readSealedInputs(
  { inputs }: Pick<SealedFacts, "inputs">,
  store: SealedInputStore,
): Promise<MarketInputs | null> {
  const named = inputs.flatMap(({ sha256, ...version }) => (sha256 === null ? [] : [{ ...version, sha256 }]))
  if (named.length < inputs.length) return null
  const lists = await store.read(named.map(({ sha256 }) => sha256))
  const blocks = named.map(({ sha256 }) => listIn(lists.get(sha256)))
  const texts = await store.read(blocks.flatMap((hashes) => hashes ?? []))
  const read = named.map(({ name, source, asOfMs }, i) => {
    const parts = blocks[i]?.map((hash) => texts.get(hash))
    return parts === undefined || parts.includes(undefined) ? null : { name, source, asOfMs, value: pointsIn(parts) }
  })
  if (read.includes(null)) return null
  const byName = new Map(read.flatMap((input) => (input === null ? [] : [[input.name, input]])))
  // Only `archiveInputs` writes the texts, and their hashes show any change.
  return { ...NO_INPUTS, ...Object.fromEntries(INPUT_NAMES.map((name) => [name, byName.get(name) ?? null])) }
}

/**
 * Computes a sealed call again from its inputs, with the current method. When the canonical JSON equals the record, the
 * call followed from these inputs alone.
 *
 * @returns `null` when no call follows from them
 */
export function replayFacts(
  facts: Pick<
    SealedFacts,
    "id" | "coin" | "decisionTimeMs" | "sealedAtMs" | "previousDirection" | "compared" | "markets"
  > & { readonly touch?: unknown; readonly regime?: unknown },
  inputs: MarketInputs,
  sha256: Sha256,
): SealedFacts | null {
  const { id, coin, decisionTimeMs, sealedAtMs, previousDirection, compared, markets, touch, regime } = facts
  const implied = compared === undefined ? null : impliedIn(compared)
  const asked = markets === undefined ? null : askedIn(markets)
  // A record that is older than a field does not have it.
  const seals = { touch: touch !== undefined, regime: regime !== undefined }
  const made = callFrom(inputs, { decisionTimeMs, previousDirection, implied, asked, seals }, sha256)
  return made && { ...made.content, id, coin, decisionTimeMs, sealedAtMs }
}

function impliedIn({ options }: VolatilityPair): ImpliedAtClose {
  const { source, asOfMs, sigma24h, sigma7d } = options
  return { source, asOfMs, sigma24h, sigma7d }
}

/** Without our odds, which follow from the inputs. */
function askedIn({ questions, ...quotes }: SealedQuestions): QuestionsAtClose {
  return { ...quotes, questions: questions.map(({ forecast: _forecast, ...question }) => question) }
}

function listIn(text: string | undefined): readonly string[] | null {
  return text === undefined ? null : (JSON.parse(text) as readonly string[])
}

function pointsIn(texts: readonly (string | undefined)[]): readonly unknown[] {
  return texts.flatMap((text) => (text === undefined ? [] : (JSON.parse(text) as readonly unknown[])))
}

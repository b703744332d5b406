import { WEEK_MS } from "@/lib/domain/utc-day"
import { INPUT_NAMES, type InputName, type MarketInputs } from "@/lib/domain/signals/market-inputs"
import { canonicalJson } from "./canonical-json"
import type { Sha256 } from "./chain"

/** The hash of each input that a call was made from. */
export type InputHashes = Readonly<Partial<Record<InputName, string>>>

/** Inputs as they are kept: texts by their hash. A text that other calls have as well is the same text. */
export type ArchivedInputs = { readonly hashes: InputHashes; readonly texts: ReadonlyMap<string, string> }

/** Points of a week, or of twelve where a week has few: from one close to the next only the last block changes. */
const blockMs = {
  days: 12 * WEEK_MS,
  fourHours: WEEK_MS,
  hours: WEEK_MS,
  fearGreed: 12 * WEEK_MS,
  funding: 12 * WEEK_MS,
  openInterest: WEEK_MS,
  longShort: WEEK_MS,
  takerFlow: WEEK_MS,
  coinbasePremium: WEEK_MS,
  etfFlows: 12 * WEEK_MS,
  vix: 12 * WEEK_MS,
  dxy: 12 * WEEK_MS,
  us10y: 12 * WEEK_MS,
  spx: 12 * WEEK_MS,
  stablecoins: 12 * WEEK_MS,
} as const satisfies Record<InputName, number>

type Point = { readonly openTimeMs: number } | { readonly atMs: number }
type Block = { readonly points: readonly Point[]; readonly text: string; readonly hash: string }

/**
 * Cuts each input into blocks of time. A block's hash is sha256 of the canonical JSON of its points; an input's hash is
 * sha256 of the canonical JSON array of its blocks' hashes, oldest first.
 *
 * @param inputs of one call, and no more: see `inputsAsOf`
 */
export function archiveInputs(inputs: MarketInputs, sha256: Sha256): ArchivedInputs {
  const hashes: Partial<Record<InputName, string>> = {}
  const texts = new Map<string, string>()
  for (const name of INPUT_NAMES) {
    const points = inputs[name]?.value ?? []
    if (points.length === 0) continue
    const blocks = blocksOf(points, blockMs[name], sha256)
    for (const { hash, text } of blocks) texts.set(hash, text)
    const list = canonicalJson(blocks.map(({ hash }) => hash))
    const hash = sha256(list)
    texts.set(hash, list)
    hashes[name] = hash
  }
  return { hashes, texts }
}

/** Blocks by their first point: candles are the same objects from one close to the next. */
const knownBlocks = new WeakMap<Point, Block>()

function blocksOf(points: readonly Point[], spanMs: number, sha256: Sha256): readonly Block[] {
  const blocks: Block[] = []
  let start = 0
  for (let end = 1; end <= points.length; end++) {
    const [first, next] = [points[start], points[end]]
    if (first === undefined) break
    if (next !== undefined && placeOf(next, spanMs) === placeOf(first, spanMs)) continue
    blocks.push(blockOf(first, points.slice(start, end), sha256))
    start = end
  }
  return blocks
}

function blockOf(first: Point, points: readonly Point[], sha256: Sha256): Block {
  const known = knownBlocks.get(first)
  const isSame = known?.points.length === points.length && known.points.every((point, i) => point === points[i])
  if (known !== undefined && isSame) return known
  const text = canonicalJson(points)
  const block = { points, text, hash: sha256(text) }
  knownBlocks.set(first, block)
  return block
}

function placeOf(point: Point, spanMs: number): number {
  return Math.floor(("atMs" in point ? point.atMs : point.openTimeMs) / spanMs)
}

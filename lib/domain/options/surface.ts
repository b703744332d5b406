import { groupBy } from "@/lib/domain/group-by"
import { type LeftOut, type OptionQuote, usableQuotes } from "./option-quote"
import { type Smile, smileOf, varianceOf } from "./smile"

/** Why an expiry is not used. */
export type LeftOutExpiry = "few_strikes" | "butterfly" | "calendar"

/** What the options of a coin imply at one moment. */
export type OptionSurface = {
  readonly atMs: number
  /** By expiry, ascending. The variance until an expiry never falls with the expiry. */
  readonly smiles: readonly Smile[]
  readonly quotes: { readonly read: number; readonly used: number; readonly leftOut: Readonly<Record<LeftOut, number>> }
  readonly leftOutExpiries: readonly { readonly expiryMs: number; readonly reason: LeftOutExpiry }[]
}

/** The surface of quotes. Expiries that would allow arbitrage are left out. Empty where nothing is usable. */
export function surfaceOf(quotes: readonly OptionQuote[], nowMs: number): OptionSurface {
  const { used, leftOut } = usableQuotes(quotes, nowMs)
  const results = groupBy(used, ({ expiryMs }) => String(expiryMs)).map((same) => ({
    expiryMs: same[0].expiryMs,
    result: smileOf(same, nowMs),
  }))
  const whole = results
    .flatMap(({ result }) => (typeof result === "string" ? [] : [result]))
    .toSorted((a, b) => a.expiryMs - b.expiryMs)
  const smiles = longestRising(whole, (smile) => varianceOf(smile, nowMs))
  const leftOutExpiries = [
    ...results.flatMap(({ expiryMs, result }) => (typeof result === "string" ? [{ expiryMs, reason: result }] : [])),
    ...whole
      .filter((smile) => !smiles.includes(smile))
      .map(({ expiryMs }) => ({ expiryMs, reason: "calendar" as const })),
  ].toSorted((a, b) => a.expiryMs - b.expiryMs)
  return { atMs: nowMs, smiles, quotes: { read: quotes.length, used: used.length, leftOut }, leftOutExpiries }
}

/**
 * Variance of the log return from the time of the surface until another time: between expiries linear in time, before the first
 * one at its rate. `null` after the last expiry.
 */
export function impliedVariance(
  { atMs, smiles }: Pick<OptionSurface, "atMs" | "smiles">,
  untilMs: number,
): number | null {
  if (untilMs <= atMs) return 0
  const next = smiles.findIndex(({ expiryMs }) => expiryMs >= untilMs)
  const [before, after] = [smiles[next - 1], smiles[next]]
  if (after === undefined) return null
  const start =
    before === undefined
      ? { timeMs: atMs, variance: 0 }
      : { timeMs: before.expiryMs, variance: varianceOf(before, atMs) }
  const share = (untilMs - start.timeMs) / (after.expiryMs - start.timeMs)
  return start.variance * (1 - share) + varianceOf(after, atMs) * share
}

/** Standard deviation between two times after the surface, by its forward variance; `null` after the last expiry. */
export function impliedSigma(
  surface: Pick<OptionSurface, "atMs" | "smiles">,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): number | null {
  const [until, from] = [impliedVariance(surface, untilMs), impliedVariance(surface, fromMs)]
  return until === null || from === null ? null : Math.sqrt(Math.max(0, until - from))
}

/** The longest part of a list whose values never fall; of several the one that ends first. */
function longestRising<Item>(items: readonly Item[], valueOf: (item: Item) => number): readonly Item[] {
  const best: { readonly length: number; readonly before: number }[] = []
  for (const [index, item] of items.entries()) {
    let [length, before] = [1, -1]
    for (let earlier = 0; earlier < index; earlier++) {
      const chain = best[earlier]
      const previous = items[earlier]
      if (chain === undefined || previous === undefined || valueOf(previous) > valueOf(item)) continue
      if (chain.length + 1 > length) [length, before] = [chain.length + 1, earlier]
    }
    best.push({ length, before })
  }
  const longest = Math.max(0, ...best.map(({ length }) => length))
  const kept: Item[] = []
  let at = best.findIndex(({ length }) => length === longest)
  while (at >= 0) {
    const item = items[at]
    if (item !== undefined) kept.unshift(item)
    at = best[at]?.before ?? -1
  }
  return kept
}

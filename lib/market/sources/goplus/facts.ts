/** What is known besides the facts. `pools`: accounts that are no holders. */
export type Known = { readonly checkedAtMs: number; readonly pools: readonly string[] }

/** Accounts by name. One without a name is not an account, and must not match a holder without one. */
export function accountsOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name) => name !== ""))
}

/** Holders that count as the largest. */
export const TOP_HOLDERS = 10

/** True if one fact holds, false only if both are known to be false. */
export function either(a: boolean | null | undefined, b: boolean | null | undefined): boolean | null {
  if (a === true || b === true) return true
  return a === false && b === false ? false : null
}

/** A ratio in percent with two decimals; `null` if unknown. */
export function percentOf(ratio: number | null | undefined): number | null {
  return ratio == null ? null : Math.round(ratio * 10_000) / 100
}

/** The percentage that the largest of some holders hold together; `null` without holders. */
export function shareOf<Holder extends { readonly percent: number }>(
  holders: readonly Holder[] | null | undefined,
  counts: (holder: Holder) => boolean,
  max = Number.POSITIVE_INFINITY,
): number | null {
  if (!holders || holders.length === 0) return null
  return percentOf(
    Math.min(
      1,
      holders
        .filter(counts)
        .toSorted((a, b) => b.percent - a.percent)
        .slice(0, max)
        .reduce((sum, { percent }) => sum + percent, 0),
    ),
  )
}

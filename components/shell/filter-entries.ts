type Named = {
  readonly name: string
  readonly hint: string
  /** Another name: `BTC` for Bitcoin. */
  readonly alias?: string
}

/**
 * Entries whose name, alias or hint contains every word of the query. Those whose alias is the query, or whose name starts
 * with it, come first; then other matches in the name, and matches in the hint.
 */
export function filterEntries<T extends Named>(entries: readonly T[], text: string): readonly T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = entries.filter(({ name, hint, alias = "" }) => {
    const all = `${name} ${alias} ${hint}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const [first = ""] = words
  const rank = ({ name, alias }: T) => {
    if (alias?.toLowerCase() === first) return 0
    const at = name.toLowerCase().indexOf(first)
    return at < 0 ? 2 : at === 0 ? 0 : 1
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** Index after a step, wrapping around. From -1 (no selection) it enters the list at the first or last entry. */
export function nextIndex(at: number, step: number, length: number): number {
  const from = at < 0 && step < 0 ? length : at
  return (from + step + length) % length
}

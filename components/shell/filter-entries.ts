type Named = { readonly name: string; readonly hint: string }

/** Entries whose name or hint contains every word of the query; names that start with it come first. */
export function filterEntries<T extends Named>(entries: readonly T[], text: string): readonly T[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = entries.filter(({ name, hint }) => {
    const all = `${name} ${hint}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const rank = ({ name }: T) => {
    const at = name.toLowerCase().indexOf(words[0] ?? "")
    return at < 0 ? 2 : at === 0 ? 0 : 1
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** Index after a step, wrapping around. From -1 (no selection) it enters the list at the first or last entry. */
export function nextIndex(at: number, step: number, length: number): number {
  const from = at < 0 && step < 0 ? length : at
  return (from + step + length) % length
}

/** The result of one part of the verification, as text. */
export type Finding = { readonly valid: boolean; readonly text: string }

/** Faults that are named one by one; the rest is counted. */
const MAX_NAMED = 20

/** Faults first, then what holds and what was not checked. */
export function findingOf(faults: readonly string[], notes: readonly string[]): Finding {
  const rest = faults.length - MAX_NAMED
  const named = faults.slice(0, MAX_NAMED).map((fault) => `✕ ${fault}`)
  const more = rest > 0 ? [`✕ and ${rest} more of this kind.`] : []
  return { valid: faults.length === 0, text: [...named, ...more, ...notes].join("\n") }
}

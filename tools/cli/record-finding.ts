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

/** What happens now and then, such as an outcome measured during an outage. More than this has another cause. */
export const SMALL_SHARE = 0.05
export const FEW = 3

/** True for more than a few that are also more than a small share of all. */
export function isMuch(count: number, all: number, share = SMALL_SHARE): boolean {
  return count > FEW && count > share * all
}

/** Payers whose money has moved here: their payments count, those of a payer whose transfer failed do not. */
export type ProvenPayers = {
  /** Payments and deposits of this payer that were settled since its last failure. */
  countOf(payer: string): number
  add(payer: string): void
  remove(payer: string): void
}

/** The payer whose last payment is oldest is forgotten first. */
const MAX_PROVEN_PAYERS = 10_000

export function createProvenPayers(): ProvenPayers {
  /** The most recent payer last. */
  const counts = new Map<string, number>()
  return {
    countOf: (payer) => counts.get(payer) ?? 0,
    add(payer) {
      const count = (counts.get(payer) ?? 0) + 1
      counts.delete(payer)
      counts.set(payer, count)
      const [oldest] = counts.keys()
      if (counts.size > MAX_PROVEN_PAYERS && oldest !== undefined) counts.delete(oldest)
    },
    remove: (payer) => void counts.delete(payer),
  }
}

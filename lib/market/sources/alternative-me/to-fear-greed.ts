import type { AlternativeMeDay } from "./schema"

/** The index of one day: 0 is extreme fear, 100 extreme greed. The label is the provider's own. */
export type FearGreedDay = { readonly atMs: number; readonly index: number; readonly label: string }

/** One row as a day that begins at `atMs`, 00:00 UTC. */
export function toFearGreedDay({ value, value_classification, timestamp }: AlternativeMeDay): FearGreedDay {
  return { atMs: timestamp * 1000, index: value, label: value_classification }
}

import { pct, UNKNOWN } from "@/components/ui/format"

type Parts = { readonly apy_base: number | null; readonly apy_reward: number | null }

/** Components of a yield: `4.3% + 1.2% rewards`. Empty if unknown. */
export function yieldParts({ apy_base, apy_reward }: Parts): string {
  if (apy_base === null && apy_reward === null) return ""
  if (!apy_reward) return "base only"
  return apy_base === null ? `${pct(apy_reward)} rewards` : `${pct(apy_base)} + ${pct(apy_reward)} rewards`
}

type Prediction = {
  readonly class: "STABLE_UP" | "DOWN" | null
  readonly probability_pct: number | null
  readonly confidence: 1 | 2 | 3 | null
}

/** A third-party prediction with its confidence. */
export function outlookText(outlook: Prediction): { readonly value: string; readonly note: string } {
  if (outlook.class === null) return { value: UNKNOWN, note: "" }
  const claim = outlook.class === "DOWN" ? "Down" : "Stable or up"
  return {
    value: outlook.probability_pct === null ? claim : `${claim}, ${pct(outlook.probability_pct, 0)}`,
    note: outlook.confidence === null ? "" : `confidence ${outlook.confidence} of 3`,
  }
}

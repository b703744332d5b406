import type { ResponseOf } from "@/lib/api/contract"
import type { regimeContract } from "@/lib/api/regime"

type Rules = ResponseOf<typeof regimeContract>["rules"]

/** Only the first rule that is met names the day; those after it are not asked any more. */
export type RuleState = "named" | "missed" | "unasked"

/** One state for each rule, in their order. */
export function ruleStates(rules: Rules): readonly RuleState[] {
  const naming = rules.findIndex(({ met }) => met)
  return rules.map((_, index) => {
    if (index === naming) return "named"
    return naming >= 0 && index > naming ? "unasked" : "missed"
  })
}

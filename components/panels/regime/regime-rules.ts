import type { ResponseOf } from "@/lib/api/contract"
import type { regimeContract } from "@/lib/endpoints/regime/contract"

type Rules = ResponseOf<typeof regimeContract>["rules"]

/** The first rule that is met decides the day. Later rules are not checked. */
export type RuleState = "named" | "missed" | "unasked"

/** The state of each rule, in order. */
export function ruleStates(rules: Rules): readonly RuleState[] {
  const naming = rules.findIndex(({ met }) => met)
  return rules.map((_, index) => {
    if (index === naming) return "named"
    return naming >= 0 && index > naming ? "unasked" : "missed"
  })
}

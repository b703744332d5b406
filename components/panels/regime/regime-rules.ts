import type { ResponseOf } from "@/lib/api/contract"
import type { regimeContract } from "@/lib/endpoints/regime/contract"

type Regime = ResponseOf<typeof regimeContract>

/**
 * `decided`: the rule of the regime in force. `pending`: the rule of the last day, whose regime is not confirmed yet. Rules
 * below the one of the last day are not checked for that day.
 */
export type RuleState = "decided" | "pending" | "missed" | "unasked"

/** The state of each rule, in order. */
export function ruleStates({ regime, rules }: Pick<Regime, "regime" | "rules">): readonly RuleState[] {
  const lastDay = rules.findIndex(({ met }) => met)
  return rules.map((rule, index) => {
    if (rule.regime === regime) return "decided"
    if (index === lastDay) return "pending"
    return lastDay >= 0 && index > lastDay ? "unasked" : "missed"
  })
}

import type { ResponseOf } from "@/lib/api/contract"
import type { Decision } from "@/lib/usecases/resource-versions"
import type { regimeContract } from "./contract"

/** Everything but the times. */
export function regimeVersion(answer: ResponseOf<typeof regimeContract>): Decision {
  const { meta, timestamp: _, ...decision } = answer
  const { regime, risk_level, volatility, expected, trend, facts } = decision
  const parts = { regime, "risk level": risk_level, volatility: [volatility, expected], trend, facts }
  return { decision, parts, dataAsOfMs: Date.parse(meta.as_of) }
}

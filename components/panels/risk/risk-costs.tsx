import { pct } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import { useTimes } from "@/lib/client/browser/use-times"
import { withMinusSign } from "@/lib/client/format/number"
import type { Risk } from "@/lib/endpoints/risk/contract"

/** Funding costs and the typical range of the price. */
export function RiskCosts({ answer }: { readonly answer: Risk }) {
  const { costs, cost_details, outlook } = answer
  const times = useTimes()
  const payer = cost_details.funding_paid_by
  return (
    <section aria-label={`${answer.coin} costs and movement`}>
      <h4>Costs and movement</h4>
      <StatList
        stats={[
          {
            name: "Funding, 8h",
            value: withMinusSign(costs.funding_rate_8h),
            note: payer === null ? "unknown" : `paid by ${payer}`,
          },
          {
            name: "Funding, annualised",
            value: withMinusSign(costs.funding_annual),
            note: cost_details.funding_as_of ? times.text(cost_details.funding_as_of) : "unknown",
          },
          { name: "ATR 14", value: costs.atr_pct, note: "typical daily range" },
          { name: "Expected, 24h", value: `±${pct(outlook.expected_move_24h_pct)}`, note: "one standard deviation" },
        ]}
      />
    </section>
  )
}

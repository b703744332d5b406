import { count, UNKNOWN } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import { ratioText } from "@/lib/client/format/number"
import { independent, interval, rate } from "./headline"
import type { Stats } from "./stats-board"

/** Which statistical claims the record supports. */
export function Proof({ stats }: { readonly stats: Stats }) {
  const { sample, significance, paper_equity } = stats
  const { p_value_vs_base, sharpe_annual, sharpe_annual_ci95, alpha_annual, min_track_record_days_for_sr1 } =
    significance
  const days = `${count(paper_equity.days)} days`
  return (
    <section aria-label="What this proves">
      <h4>
        What this proves <span className="muted">win rate against the base rate; the rest is the paper account</span>
      </h4>
      <StatList
        stats={[
          {
            name: "Chance alone",
            value: p_value_vs_base === null ? UNKNOWN : pText(p_value_vs_base),
            note: `how often blind calls are as far from their own rate; ${count(sample.directional)} calls, worth about ${independent(sample.n_effective)} independent ones`,
          },
          {
            name: "Sharpe ratio",
            value: sharpe_annual === null ? UNKNOWN : ratioText(sharpe_annual),
            note: `a year, ${sharpe_annual_ci95 === null ? "no interval yet" : `95%: ${sharpe_annual_ci95.map((end) => ratioText(end)).join(" to ")}`}; ${days}`,
          },
          {
            name: "Sharpe above zero",
            value: rate(significance.psr_vs_0),
            note: `market included, how sure that is (PSR); ${days}`,
          },
          {
            name: "Better than luck",
            value: rate(significance.dsr),
            note: `beside what the market gave, against the luckiest of ${count(significance.n_trials_declared)} variants without skill (deflated); ${days}`,
          },
          {
            name: "Over holding",
            value: rate(alpha_annual),
            note: `a year beside what the market gave (alpha), ${interval(significance.alpha_annual_ci95)}; ${days}`,
          },
          {
            name: "Days needed",
            value: count(min_track_record_days_for_sr1 && Math.ceil(min_track_record_days_for_sr1)),
            note: `to tell a Sharpe ratio of 1 from zero at 95%; there are ${count(paper_equity.days)}`,
          },
        ]}
      />
    </section>
  )
}

/** A small p value is not zero. */
function pText(p: number): string {
  return p < 0.01 ? "p < 0.01" : `p ${ratioText(p)}`
}

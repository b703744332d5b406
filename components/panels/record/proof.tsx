import { count, UNKNOWN } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import { ratioText } from "@/lib/client/format/number"
import type { Stats } from "@/lib/endpoints/stats/contract"
import { independent, interval, rate } from "./rates"

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
            note: `probability that blind calls do as well; ${count(sample.directional)} calls, effective sample: ${independent(sample.n_effective)}`,
          },
          {
            name: "Sharpe ratio",
            value: sharpe_annual === null ? UNKNOWN : ratioText(sharpe_annual),
            note: `annualised, ${sharpe_annual_ci95 === null ? "no interval yet" : `95%: ${sharpe_annual_ci95.map((end) => ratioText(end)).join(" to ")}`}; ${days}`,
          },
          {
            name: "Chance Sharpe is above 0",
            value: rate(significance.psr_vs_0),
            note: `market included (PSR); ${days}`,
          },
          {
            name: "Chance this is skill",
            value: rate(significance.dsr),
            note: `deflated Sharpe, against the best of ${count(significance.n_trials_declared)} variants without skill; ${days}`,
          },
          {
            name: "Alpha over holding",
            value: rate(alpha_annual),
            note: `annualised, ${interval(significance.alpha_annual_ci95)}; ${days}`,
          },
          {
            name: "Days needed to prove Sharpe 1",
            value: count(min_track_record_days_for_sr1 && Math.ceil(min_track_record_days_for_sr1)),
            note: `at 95%; recorded: ${count(paper_equity.days)}`,
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

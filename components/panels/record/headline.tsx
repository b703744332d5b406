import { count, pct, UNKNOWN } from "@/components/ui/format"
import { type Stat, StatList } from "@/components/ui/stat-list"
import type { Stats } from "@/lib/endpoints/stats/contract"
import { independent, interval, rate } from "./rates"

const claims = {
  insufficient_data: "No claim yet: fewer than 30 effective calls are settled, so no rate is shown.",
  preliminary: "Preliminary: 30 to 99 effective calls. The interval matters more than the rate.",
  ok: "100 effective calls or more. Read the rate with its interval and the base rate.",
} as const

/** The main figures, each with interval and sample. Counts only while nothing has settled. */
export function Headline({ stats }: { readonly stats: Stats }) {
  const { sample } = stats
  return (
    <>
      <p className="warning-line">{`${claims[stats.status]} ${originOf(stats)}`.trim()}</p>
      <StatList
        stats={[
          ...(sample.settled === 0 ? [] : ratesOf(stats)),
          {
            name: "Settled",
            value: count(sample.settled),
            note: `of ${count(sample.emitted)}; ${count(sample.directional)} directional, effective sample: ${count(independent(sample.n_effective))}`,
          },
          { name: "Pending", value: count(sample.pending), note: `${count(sample.missed)} closes without a record` },
          {
            name: "Proven in time",
            value: `${count(sample.proven_in_time)} of ${count(sample.emitted - sample.pending)}`,
            note: provenNote(stats),
          },
        ]}
      />
      {stats.integrity.proof.accepted.map(({ at, reason }) => (
        <p key={at} className="warning-line">
          On {at.slice(0, 10)} the operator accepted that the record differs from what was anchored on the chain: “
          {reason}”.
        </p>
      ))}
    </>
  )
}

function provenNote({ kind, integrity }: Stats): string {
  if (kind === "replay") return "replayed calls were made after their outcome"
  if (!integrity.proof.public_chain) return "on the sandbox's own chain, which proves nothing to others"
  return "a block of the chain is earlier than the outcome; the others are not proven"
}

function ratesOf({ win_rate, expectancy, alpha, significance, ranges }: Stats): readonly Stat[] {
  return [
    {
      name: "Win rate",
      value: rate(win_rate),
      note: `${interval(significance.win_rate_ci95)}; base rate: ${rate(significance.base_rate_same_sides)}`,
    },
    {
      name: "Return per call",
      value: expectancy === null ? UNKNOWN : pct(100 * expectancy, 2),
      note: `after costs; ${interval(significance.expectancy_ci95)}`,
    },
    {
      name: "Alpha over the market",
      value: alpha === null ? UNKNOWN : pct(100 * alpha, 2),
      note: interval(significance.alpha_ci95),
    },
    {
      name: "80% ranges held",
      value: rate(ranges.coverage),
      note: `${interval(ranges.ci95)}; worst 60 days ${rate(ranges.worst_60d)}`,
    },
  ]
}

function originOf({ kind, status }: Stats): string {
  if (kind === "replay") return "Replayed over history, not sealed in time: never mixed with live calls."
  return status === "insufficient_data" ? "The replay shows the method over history." : ""
}

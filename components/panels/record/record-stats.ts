import { count } from "@/components/ui/format"
import type { Stat } from "@/components/ui/stat-list"
import type { Times } from "@/lib/client/format/time"
import { MIN_EFFECTIVE_CALLS } from "@/lib/domain/track-record/evidence"
import type { Stats } from "@/lib/endpoints/stats/contract"
import { independent, interval, rate } from "./rates"
import { provenText } from "./proven-text"

/** Counts, for a record that is too young for rates. */
export function countStatsOf(stats: Stats): readonly Stat[] {
  const { emitted, settled, pending, missed } = stats.sample
  return [
    { name: "Calls sealed", value: count(emitted), note: `One for each coin every 4 hours; ${provenText(stats)}` },
    { name: "Settled", value: count(settled), note: `Win rate appears after ${MIN_EFFECTIVE_CALLS} independent calls` },
    { name: "Open", value: count(pending), note: "Settle within 24h" },
    { name: "Missed", value: count(missed), note: "Missed calls" },
  ]
}

/** Neither of the two rates has enough data. */
export function hasNoRates({ win_rate, ranges }: Stats): boolean {
  return win_rate === null && ranges.coverage === null
}

/** The figures of a record: each rate with its interval and sample, or with the missing sample. */
export function recordStatsOf(stats: Stats, nowMs: number, times: Times): readonly Stat[] {
  const { win_rate, sample, significance, ranges } = stats
  const { emitted, settled, last_settled_at } = sample
  const last = last_settled_at === null ? "" : `, last ${times.short(last_settled_at, nowMs)}`
  const held = `${count(ranges.n)} ranges`
  return [
    { name: "Win rate after 24h", value: rate(win_rate), note: sampleText(stats) },
    {
      name: "Base rate",
      value: rate(significance.base_rate_same_sides),
      note: "Win rate of random calls on the same sides",
    },
    {
      name: "80% ranges held",
      value: rate(ranges.coverage),
      note: ranges.coverage === null ? `No claim yet: ${held}` : `${interval(ranges.ci95)}; ${held}`,
    },
    { name: "Calls sealed", value: count(emitted), note: `${count(settled)} settled${last}; ${provenText(stats)}` },
  ]
}

/** The figures of the replay, each named as one. */
export function replayStatsOf(stats: Stats): readonly Stat[] {
  const { win_rate, sample, significance, ranges } = stats
  return [
    { name: "Win rate, replay", value: rate(win_rate), note: sampleText(stats) },
    {
      name: "Base rate, replay",
      value: rate(significance.base_rate_same_sides),
      note: "Win rate of random calls on the same sides",
    },
    {
      name: "80% ranges held, replay",
      value: rate(ranges.coverage),
      note: `${interval(ranges.ci95)}; ${count(ranges.n)} ranges`,
    },
    { name: "Calls replayed", value: count(sample.settled), note: "Hypothetical: made after their outcome" },
  ]
}

/** The interval and sample of the win rate. */
function sampleText({ win_rate, status, sample, significance }: Stats): string {
  const calls = independent(sample.n_effective)
  if (win_rate === null) return `No claim yet: ${calls} independent calls, ${MIN_EFFECTIVE_CALLS} needed`
  const caution = status === "preliminary" ? "Preliminary. " : ""
  return `${caution}${interval(significance.win_rate_ci95)}; ${count(sample.directional)} calls, effective sample: ${calls}`
}

/** The replay of the method over past closes in one sentence, for a young record. */
export function replaySummary({ win_rate, sample, significance, ranges }: Stats): string {
  const held =
    ranges.coverage === null
      ? null
      : `${rate(ranges.coverage)} of 80% ranges held (${interval(ranges.ci95)}; ${count(ranges.n)} ranges)`
  const weight = `${interval(significance.win_rate_ci95)}; effective sample: ${independent(sample.n_effective)}`
  const baseRate = rate(significance.base_rate_same_sides)
  const won = win_rate === null ? null : `calls won ${rate(win_rate)} (${weight}), base rate ${baseRate}`
  const parts = [held, won].filter((part) => part !== null)
  const needed = `no claim yet, ${independent(sample.n_effective)} independent calls, ${MIN_EFFECTIVE_CALLS} needed`
  const detail = parts.length === 0 ? needed : parts.join("; ")
  return `Hypothetical, replayed over past closes: ${detail}.`
}

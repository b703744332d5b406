import { markdownTable } from "@/research/markdown-table"
import { DATA_PERIODS } from "@/lib/domain/track-record/data-periods"
import type { Estimate, Goal } from "@/lib/domain/track-record/measured-goals"

/** The goals as a Markdown table that is also readable in a terminal. */
export function goalsTable(goals: readonly Goal[]): string {
  const head = [
    "goal",
    "threshold",
    ...DATA_PERIODS.flatMap((name) => [name, "95%", "n"]),
    "noise alone",
    "peer",
    "judged on",
    "met",
  ]
  const rows = goals.map(({ goal, threshold, unit, measured, peer, judgedOn, met }) => [
    goal,
    threshold,
    ...DATA_PERIODS.flatMap((period) => cells(measured[period], unit)),
    noiseText(measured[judgedOn], unit),
    peer === null ? "–" : peer.value === 0 ? peer.name : `${peer.name} ${shown(peer.value, unit)}`,
    judgedOn,
    met,
  ])
  return markdownTable(head, rows)
}

function cells(measured: Estimate | null, unit: Goal["unit"]): readonly [string, string, string] {
  if (measured === null) return ["–", "–", "–"]
  const { value, interval, n } = measured
  const range = interval ? `${shown(interval.low, unit)} to ${shown(interval.high, unit)}` : "–"
  return [shown(value, unit), range, n.toLocaleString("en")]
}

function noiseText(measured: Estimate | null, unit: Goal["unit"]): string {
  const noise = measured?.noise
  return noise === undefined ? "–" : `${shown(noise.mean, unit)}, below ${shown(noise.high, unit)}`
}

function shown(value: number, unit: Goal["unit"]): string {
  return unit === "percent" ? `${(100 * value).toFixed(1)}%` : String(Number(value.toFixed(3)))
}

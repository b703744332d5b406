import { markdownTable } from "@/lib/backtest/markdown-table"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import type { Goal } from "./goals"
import type { Estimate } from "./score"

/** The goals as a Markdown table that is also readable in a terminal. */
export function goalsTable(goals: readonly Goal[]): string {
  const unseen = `unseen, from ${forecastModel.seen.until}`
  const head = ["goal", "threshold", "measured", "95%", "n", unseen, "95%", "n", "peer", "fit has seen", "met"]
  const rows = goals.map(({ goal, threshold, unit, all, unseen, peer, seen, met }) => [
    goal,
    threshold,
    ...cells(all, unit),
    ...cells(unseen, unit),
    peer === null ? "–" : peer.value === 0 ? peer.name : `${peer.name} ${shown(peer.value, unit)}`,
    seen,
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

function shown(value: number, unit: Goal["unit"]): string {
  return unit === "percent" ? `${(100 * value).toFixed(1)}%` : String(Number(value.toFixed(3)))
}

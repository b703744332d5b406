import type { Goal } from "./goals"
import type { Measured } from "./score"

/** The goals as a Markdown table, which a terminal shows as well. */
export function goalsTable(goals: readonly Goal[]): string {
  const head = ["goal", "threshold", "measured", "95%", "n", "last year", "95%", "n", "fit has seen", "met"]
  const rows = goals.map(({ goal, threshold, unit, all, last, seen, met }) => [
    goal,
    threshold,
    ...cells(all, unit),
    ...cells(last, unit),
    seen,
    met,
  ])
  const widths = head.map((name, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? name).length)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")
}

function cells(measured: Measured | null, unit: Goal["unit"]): readonly [string, string, string] {
  if (measured === null) return ["–", "–", "–"]
  const shown = (value: number) =>
    unit === "percent" ? `${(100 * value).toFixed(1)}%` : String(Number(value.toFixed(3)))
  const { value, interval, n } = measured
  return [shown(value), interval ? `${shown(interval.low)} to ${shown(interval.high)}` : "–", n.toLocaleString("en")]
}

import { markdownTable } from "@/research/markdown-table"
import { evidenceTextOf, type MeasuredEvidence, type MeasuredTiming } from "@/lib/domain/signals/evidence"

/** The study as a Markdown table, which docs/track-record.md holds. */
export function evidenceTable(evidence: MeasuredEvidence): string {
  const { fitUntil, readings } = evidence
  const columns = ["n", "hit rate", "timing", "95%", "p (Holm)"]
  const head = [
    "reading",
    "horizon",
    `to ${fitUntil}: n`,
    ...columns.slice(1),
    "since: n",
    ...columns.slice(1),
    "verdict",
  ]
  const rows = Object.entries(readings).map(([id, { horizonHours, before, since }]) => [
    id,
    horizonHours === 24 ? "24h" : "7d",
    ...cells(before),
    ...cells(since),
    evidenceTextOf(id, evidence),
  ])
  return markdownTable(head, rows)
}

function cells(timing: MeasuredTiming | null): readonly string[] {
  if (timing === null) return ["–", "–", "–", "–", "–"]
  const { n, hitRate, timingPct, interval, pHolm } = timing
  const [low = 0, high = 0] = interval
  return [
    n.toLocaleString("en"),
    `${(100 * hitRate).toFixed(1)}%`,
    `${timingPct.toFixed(2)}%`,
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
    pHolm.toFixed(3),
  ]
}

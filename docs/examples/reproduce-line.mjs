/*
 * Reproduces a line of the track record from what `GET /api/history/{coin}` sold:
 *
 *   node docs/examples/reproduce-line.mjs BTC-2026-11.jsonl
 *
 * The file has the `data` of one or more answers with format=jsonl. The figures are those of `/api/record/calls` for the same
 * calls: how many directional calls won, and how often the stated 80% range held. Nothing of the service is imported.
 */
import { readFileSync } from "node:fs"

/** Of calls of one kind: directional calls without leans and degraded calls, and every range. */
function lineOf(text, { kind, horizon }) {
  const calls = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter(
      (call) => call.kind === kind && call[`outcome_${horizon}`] !== null && call[`outcome_${horizon}`] !== "VOID",
    )
  const directional = calls.filter(
    ({ direction, degraded }) => !degraded && direction !== "NEUTRAL" && !direction.startsWith("LEAN_"),
  )
  const ranges = calls.filter((call) => call[`inside_${horizon}`] !== null)
  return {
    n: directional.length,
    won: directional.filter((call) => call[`outcome_${horizon}`] === "WIN").length,
    ranges: ranges.length,
    inside: ranges.filter((call) => call[`inside_${horizon}`] === true).length,
  }
}

const [, , file = "", horizon = "24h"] = process.argv
const text = readFileSync(file, "utf8")
for (const kind of ["live_paper", "replay"]) {
  const { n, won, ranges, inside } = lineOf(text, { kind, horizon })
  process.stdout.write(`${kind} ${horizon}: ${won} of ${n} calls won; ${inside} of ${ranges} ranges held\n`)
}

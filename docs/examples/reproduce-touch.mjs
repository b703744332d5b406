/*
 * Scores the touch odds that `GET /api/history/{coin}` sold, by hand:
 *
 *   node docs/examples/reproduce-touch.mjs BTC-2026-11.jsonl 24h
 *
 * The file has the `data` of one or more answers with format=jsonl. The figures are those of `touch` in `/api/record/calls` for the same
 * calls. Nothing of the service is imported.
 *
 * Brier 1950: the mean of (probability - outcome)^2, where the outcome is 1 for a touch and 0 for none. 0 is perfect, 0.25 is what always saying
 * 50% gets.
 */
import { readFileSync } from "node:fs"

const PLACES = ["above_1", "above_2", "above_3", "below_1", "below_2", "below_3"]

function scoreOf(text, { kind, horizon }) {
  const calls = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter((call) => call.kind === kind && call[`touched_${horizon}_above_1`] !== null)
  const stated = calls.flatMap((call) =>
    PLACES.map((place) => ({
      probability: call[`p_touch_${horizon}_${place}`],
      outcome: call[`touched_${horizon}_${place}`] ? 1 : 0,
    })),
  )
  const squares = stated.map(({ probability, outcome }) => (probability - outcome) ** 2)
  return {
    n: calls.length,
    levels: stated.length,
    touched: stated.filter(({ outcome }) => outcome === 1).length,
    brier: squares.reduce((sum, square) => sum + square, 0) / squares.length,
  }
}

const [, , file = "", horizon = "24h"] = process.argv
const text = readFileSync(file, "utf8")
for (const kind of ["live_paper", "replay"]) {
  const { n, levels, touched, brier } = scoreOf(text, { kind, horizon })
  const score = n === 0 ? "no score" : `Brier score ${brier.toFixed(6)}`
  process.stdout.write(`${kind} ${horizon}: ${touched} of ${levels} levels of ${n} calls touched; ${score}\n`)
}

/*
 * Scores our odds and the prices of a prediction market that `GET /api/history/{coin}` sold, by hand:
 *
 *   node docs/examples/reproduce-markets.mjs BTC-2026-11.jsonl close
 *
 * The file has the `data` of one or more answers with format=jsonl. The figures are those of `markets.close` or `markets.touch` in `/api/stats`
 * for the same calls. Nothing of the service is imported.
 *
 * Brier 1950: the mean of (probability - outcome)^2. Each call counts once, however many questions it has.
 */
import { readFileSync } from "node:fs"

function questionsOf({ market_questions: text }) {
  return (text ?? "")
    .split("; ")
    .map((question) => question.split(" "))
    .filter((parts) => parts.length === 8)
    .map(([, kind, , , , market, forecast, result]) => ({ kind, market: +market, forecast: +forecast, result }))
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function scoresOf(text, asked) {
  const calls = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter(({ kind, degraded }) => kind === "live_paper" && !degraded)
    .map((call) => questionsOf(call).filter(({ kind, result }) => kind === asked && result !== "open"))
    .filter((questions) => questions.length > 0)
  const brierOf = (side) =>
    mean(calls.map((questions) => mean(questions.map((one) => (one[side] - (one.result === "yes" ? 1 : 0)) ** 2))))
  return { n: calls.flat().length, calls: calls.length, forecast: brierOf("forecast"), market: brierOf("market") }
}

const [, , file = "", asked = "close"] = process.argv
const { n, calls, forecast, market } = scoresOf(readFileSync(file, "utf8"), asked)
process.stdout.write(
  n === 0
    ? `${asked}: no question has ended\n`
    : `${asked}: ${n} questions of ${calls} calls; Brier score ours ${forecast.toFixed(6)}, market ${market.toFixed(6)}\n`,
)

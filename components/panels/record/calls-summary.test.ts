import { expect, test } from "vitest"
import { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import { utcTimes } from "@/lib/client/browser/times"
import type { Calls } from "@/lib/endpoints/record-calls/contract"
import { callsSummary, callText, figureStats } from "./calls-summary"

const day = { horizon: "24h", times: utcTimes }
const example = recordCallsContract.response.parse(recordCallsContract.example)
const { live_paper, replay } = example.figures
const none = { ...live_paper, ranges: { ...live_paper.ranges, n: 0, inside: 0 } }
const many: Calls["figures"]["replay"] = {
  ...live_paper,
  calls: {
    ...live_paper.calls,
    n: 210,
    won: 108,
    n_effective: 35,
    status: "preliminary",
    win_rate: 0.514286,
    win_rate_ci95: [0.354, 0.672],
    base_rate: 0.507,
  },
  ranges: {
    ...live_paper.ranges,
    n: 354,
    inside: 290,
    n_effective: 59,
    status: "preliminary",
    coverage: 0.819209,
    ci95: [0.703, 0.897],
  },
}

test("each call states time, direction, outcome and whether its range held", () => {
  expect(example.calls.map((call) => callText(call, day))).toEqual([
    "2026-11-19 04:00 UTC, $95,121: Short (replayed, hypothetical); 24h later $97,004, +2.0%: lost; outside the range of $93,410 to $96,841",
    "2026-11-19 08:00 UTC, $95,480: Long; 24h later $96,413, +1.0%: won; inside the range of $93,890 to $97,083",
    "2026-11-20 12:00 UTC, $96,389: sealed until it is a day old",
  ])
})

test("a weak, unsettled or unmeasured call is labelled", () => {
  const [, settled] = example.calls
  if (!settled?.outcome) throw new Error("the example has a settled call")
  expect(callText({ ...settled, outcome: null }, { ...day, horizon: "7d" })).toBe(
    "2026-11-19 08:00 UTC, $95,480: Long; not settled yet",
  )
  expect(callText({ ...settled, direction: "NEUTRAL", degraded: true, range: null }, day)).toContain(
    ": Neutral, from too few indicators; 24h later",
  )
  const late = { ...settled.outcome, verdict: "VOID" as const, inside: null }
  expect(callText({ ...settled, outcome: late }, day)).toMatch(/not measured, the price came too late$/)
})

test("the summary separates live from hypothetical calls", () => {
  expect(callsSummary(example)).toBe(
    "BTC went from $95,121 to $96,389, +1.3%. Ranges for 24h that held: live 1 of 1; replayed, hypothetical, 0 of 1.",
  )
  expect(callsSummary({ ...example, figures: { live_paper: none, replay: none } })).toBe(
    "BTC went from $95,121 to $96,389, +1.3%. No 24h range has settled yet.",
  )
  expect(callsSummary({ ...example, calls: [] })).toBe("No call on BTC in 30 days.")
})

test("a small record shows counts only; a larger one shows rates with intervals", () => {
  const lines = (figures: typeof many) =>
    figureStats(figures, "24h").map(({ name, value, note }) => [name, value, note])
  expect(lines(replay)).toEqual([
    ["24h ranges held", "0 of 1", "80% promised; no claim yet: effective sample 0, 30 needed"],
    ["Calls won", "0 of 1", "leans not counted; no claim yet: effective sample 0, 30 needed"],
  ])
  expect(lines(many)).toEqual([
    ["24h ranges held", "290 of 354", "81.9%, 80% promised; 95%: 70.3% to 89.7%"],
    ["Calls won", "108 of 210", "leans not counted; 51.4%, base rate 50.7%; 95%: 35.4% to 67.2%"],
  ])
})

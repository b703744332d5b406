import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { type Stats, statsContract } from "@/lib/endpoints/stats/contract"
import { MarketComparison } from "./market-comparison"
import { TouchComparison } from "./touch-comparison"

const stats = statsContract.response.parse(statsContract.example)

function touchHtml(change: Partial<NonNullable<Stats["touch"]>>): string {
  const touch = stats.touch && { ...stats.touch, ...change }
  return renderToStaticMarkup(createElement(TouchComparison, { stats: { ...stats, touch } }))
}

test("without an ended call, and with too few, no score is stated", () => {
  expect(touchHtml({ n: 0 })).toContain("No claim yet: no call with sealed touch odds has ended.")
  expect(touchHtml({ without_extremes: 4 })).toContain("4 more are not scored")
  const few = touchHtml({})
  expect(few).not.toContain("not scored")
  expect(few).toContain("39 calls (15 independent): 61 of their 234 levels were touched.")
  expect(few).toContain("scores are shown from 30 independent calls on")
  expect(few).not.toContain("<table")
})

test.each([
  [[0.002, 0.03], "Our touch odds were better", false],
  [[-0.03, -0.002], "would have been better than our odds", true],
  [[-0.01, 0.01], "Neither is better for certain", false],
] as const)("a difference of %o is said in words", (bounds, words, isWarning) => {
  const html = touchHtml({
    n: 400,
    n_effective: 160,
    status: "ok",
    brier: 0.1712,
    brier_ci95: [0.1501, 0.1923],
    brier_of_shares: 0.1802,
    brier_difference_ci95: [...bounds],
  })
  expect(html).toContain(words)
  expect(html.includes("warning-line")).toBe(isWarning)
  for (const figure of ["0.1712", "0.1501 to 0.1923", "0.1802", "0.009"]) expect(html).toContain(figure)
})

test("a market that was better than our odds is named, with n and interval", () => {
  const odds = stats.markets?.close
  if (odds === undefined) throw new Error("The example has no markets.")
  const close = {
    ...odds,
    n: 240,
    calls: 80,
    n_effective: 60,
    forecast: { brier: 0.2012, ci95: [0.19, 0.21] as [number, number] },
    market: { brier: 0.1822, ci95: [0.17, 0.19] as [number, number] },
    difference: -0.019,
    difference_ci95: [-0.03, -0.008] as [number, number],
    better: "market" as const,
  }
  const html = (close: typeof odds) =>
    renderToStaticMarkup(
      createElement(MarketComparison, { stats: { ...stats, markets: { close, touch: odds, withheld: [] } } }),
    )
  expect(html(odds)).toContain("No claim yet: no sealed question of a prediction market has ended.")
  for (const figure of ["A prediction market was better than our odds.", "240", "60", "0.2012", "0.1822"])
    expect(html(close)).toContain(figure)
})

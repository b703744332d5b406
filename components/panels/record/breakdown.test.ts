import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { statsContract } from "@/lib/endpoints/stats/contract"
import { Breakdown } from "./breakdown"

test("a missing interval is a dash, as in other cells", () => {
  const stats = statsContract.response.parse(statsContract.example)
  const [cell] = stats.breakdown.by_coin
  if (!cell) throw new Error("The example has coins.")
  const by_coin = [
    { ...cell, win_rate_ci95: null },
    { ...cell, win_rate_ci95: [0.412, 0.587] as [number, number] },
  ]
  const breakdown = { ...stats.breakdown, by_coin }
  const html = renderToStaticMarkup(createElement(Breakdown, { stats: { ...stats, breakdown } }))
  const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, text]) => text)
  expect(cells).toContain("41.2% to 58.7%")
  expect(cells).toContain("–")
  expect(html).not.toContain("no interval yet")
})

import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { statsContract } from "@/lib/endpoints/stats/contract"
import { Baselines } from "./breakdown"
import { Proof } from "./proof"

const few = statsContract.response.parse(statsContract.example)
const many = statsContract.response.parse({
  ...statsContract.example,
  sample: { ...statsContract.example.sample, directional: 1_400, n_effective: 93.4 },
  paper_equity: { ...statsContract.example.paper_equity, days: 410 },
  significance: {
    ...statsContract.example.significance,
    p_value_vs_base: 0.274,
    sharpe_annual: -0.12,
    sharpe_annual_ci95: [-1.97, 1.73],
    psr_vs_0: 0.448,
    dsr: 0.021,
    alpha_annual: 0.031,
    alpha_annual_ci95: [-0.1, 0.16],
    min_track_record_days_for_sr1: 985.2,
  },
  baselines: [
    {
      ...statsContract.example.baselines[0],
      win_rate: 0.508,
      win_rate_ci95: [0.41, 0.606],
      expectancy: -0.0004,
      expectancy_ci95: [-0.0061, 0.0053],
    },
  ],
})

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")

test("each statistic is shown with its sample and interval", () => {
  const text = textOf(renderToStaticMarkup(createElement(Proof, { stats: many })))
  for (const part of [
    "p 0.27 probability that blind calls do as well; 1,400 calls, effective sample: 93",
    "−0.12 annualised, 95%: −1.97 to 1.73; 410 days",
    "44.8% market included (PSR); 410 days",
    "2.1% deflated Sharpe, against the best of 250 variants without skill; 410 days",
    "3.1% annualised, 95%: −10.0% to 16.0%; 410 days",
    "986 at 95%; recorded: 410",
  ]) {
    expect(text).toContain(part)
  }
})

test("a small p value is not shown as zero", () => {
  const significance = { ...many.significance, p_value_vs_base: 0.004 }
  const html = renderToStaticMarkup(createElement(Proof, { stats: { ...many, significance } }))
  expect(html).toContain("p &lt; 0.01")
})

test("a short record makes no claim and shows its length", () => {
  const text = textOf(renderToStaticMarkup(createElement(Proof, { stats: few })))
  expect(text).toContain("– market included (PSR); 13 days")
  expect(text).not.toMatch(/NaN|null|undefined/)
})

test("simple rules are shown with their intervals", () => {
  const text = textOf(renderToStaticMarkup(createElement(Baselines, { stats: many })))
  expect(text).toContain("50.8% 41.0% to 60.6% −0.04% −0.61% to 0.53% 120 8")
})

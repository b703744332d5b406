import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { defiRecommendContract } from "@/lib/endpoints/defi-recommend/contract"
import { dexAlphaContract } from "@/lib/endpoints/dex-alpha/contract"
import { eventsContract } from "@/lib/endpoints/events/contract"
import { geoAlertContract } from "@/lib/endpoints/geo-alert/contract"
import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { marketOverviewContract } from "@/lib/endpoints/market-overview/contract"
import { oddsContract } from "@/lib/endpoints/odds/contract"
import { regimeContract } from "@/lib/endpoints/regime/contract"
import { riskContract } from "@/lib/endpoints/risk/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { yieldsContract } from "@/lib/endpoints/yields/contract"
import { AnswerDensity } from "./answer-density"
import * as defiRecommend from "./defi-recommend/answer"
import * as dexAlpha from "./dex-alpha/answer"
import * as events from "./events/answer"
import * as geoAlert from "./geo-alert/answer"
import * as geoEvents from "./geo-events/answer"
import * as marketOverview from "./market-overview/answer"
import * as odds from "./odds/answer"
import * as regime from "./regime/answer"
import * as risk from "./risk/answer"
import * as signal from "./signal/answer"
import * as yields from "./yields/answer"

const UNKNOWN_FORM = "does not know the format"

const views = [
  ["risk", risk.Answer, riskContract.example, "Needed to break even"],
  ["regime", regime.Answer, regimeContract.example, "Markup"],
  ["odds", odds.Answer, oddsContract.example, "Beyond at the end"],
  ["geo events", geoEvents.Answer, geoEventsContract.example, "Iran closes Strait of Hormuz to tankers"],
  ["geo alert", geoAlert.Answer, geoAlertContract.example, "1 alert"],
  ["signal", signal.Answer, signalContract.example, "No trade. Hypothetical long levels"],
  ["overview", marketOverview.Answer, marketOverviewContract.example, "of the whole market; ether 12.1%"],
  ["events", events.Answer, eventsContract.example, "warning-line"],
  ["yields", yields.Answer, yieldsContract.example, "Stable or up, 71%"],
  ["grades", yields.Answer, yieldsContract.example, "audits 0: audited"],
  ["allocation", defiRecommend.Answer, defiRecommendContract.example, "In one protocol, at most"],
  ["tokens", dexAlpha.Answer, dexAlphaContract.example, "5,200 / 4,100"],
] as const

test.each(views)("the view of %s shows the contract's example", (_name, view, body, words) => {
  const html = renderToStaticMarkup(createElement(view, { body }))
  expect(html).toContain(words)
  expect(html).not.toContain(UNKNOWN_FORM)
})

test.each(views)("the view of %s shows an unknown format as JSON", (_name, view) => {
  expect(renderToStaticMarkup(createElement(view, { body: { odd: 1 } }))).toContain(UNKNOWN_FORM)
})

const compactViews = [
  ["signal", signal.Answer, signalContract.example],
  ["risk", risk.Answer, riskContract.example],
  ["regime", regime.Answer, regimeContract.example],
  ["overview", marketOverview.Answer, marketOverviewContract.example],
  ["events", events.Answer, eventsContract.example],
  ["geo alert", geoAlert.Answer, geoAlertContract.example],
] as const

test.each(compactViews)("a compact %s is shorter and shows the rest after one button", (_name, view, body) => {
  const htmlOf = (value: boolean) =>
    renderToStaticMarkup(createElement(AnswerDensity, { value }, createElement(view, { body })))
  const [compact, full] = [htmlOf(true), htmlOf(false)]
  expect(compact.length).toBeLessThan(full.length)
  expect(compact.match(/<details class="details"><summary>/g)).toHaveLength(1)
})

test("a week without a high-impact event has no warning", () => {
  const body = { ...eventsContract.example, next_high_impact: null, warning: "No high-impact event in the next 48h." }
  expect(renderToStaticMarkup(createElement(events.Answer, { body }))).not.toContain("warning-line")
})

test("a clear status names the sources that were read", () => {
  const body = { ...geoAlertContract.example, status: "CLEAR", level: null, count: 0, alerts: [] }
  const html = renderToStaticMarkup(createElement(geoAlert.Answer, { body }))
  expect(html).toContain("1480 articles from 2 of")
})

test("a plan below break-even leads with that it loses, and a tradable one with its odds", () => {
  const [first] = riskContract.example.plan.targets
  const planWith = (p_before_stop_14d: number) => {
    const targets = riskContract.example.plan.targets.map((target) => ({ ...target, p_before_stop_14d: 0.1 }))
    const plan = {
      ...riskContract.example.plan,
      kind: "plan",
      targets: [{ ...first, p_before_stop_14d }, ...targets.slice(1)],
    }
    return renderToStaticMarkup(createElement(risk.Answer, { body: { ...riskContract.example, plan } }))
  }
  expect(planWith(0.36)).toContain("No edge: this plan loses on average")
  expect(planWith(0.36)).toContain('data-direction="flat"')
  expect(planWith(0.8)).toContain("80% to the target first")
  expect(planWith(0.8)).toContain('data-direction="up"')
})

test("a call that does not pay its costs is grey, and one that does is not", () => {
  const callWith = (confidence: number) =>
    renderToStaticMarkup(
      createElement(signal.Answer, {
        body: { ...signalContract.example, signal: { direction: "LONG", confidence, strength: 60 } },
      }),
    )
  expect(callWith(0.502)).toContain("No edge: this call loses on average")
  expect(callWith(0.502)).not.toContain('class="direction" data-direction="up"')
  expect(callWith(0.7)).toContain('class="direction" data-direction="up"')
})

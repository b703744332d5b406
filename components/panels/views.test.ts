import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { defiRecommendContract } from "@/lib/endpoints/defi-recommend/contract"
import { dexAlphaContract } from "@/lib/endpoints/dex-alpha/contract"
import { eventsContract } from "@/lib/endpoints/events/contract"
import { geoAlertContract } from "@/lib/endpoints/geo-alert/contract"
import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { marketOverviewContract } from "@/lib/endpoints/market-overview/contract"
import { regimeContract } from "@/lib/endpoints/regime/contract"
import { riskContract } from "@/lib/endpoints/risk/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { yieldsContract } from "@/lib/endpoints/yields/contract"
import { AnswerDensity } from "./answer-density"
import { DexAnswer } from "./dex-alpha/answer"
import { RecommendAnswer } from "./defi-recommend/answer"
import { YieldsAnswer } from "./yields/answer"
import { GeoAlertAnswer } from "./geo-alert/answer"
import { GeoEventsAnswer } from "./geo-events/answer"
import { EventsAnswer } from "./events/answer"
import { OverviewAnswer } from "./market-overview/answer"
import { oddsContract } from "@/lib/endpoints/odds/contract"
import { OddsAnswer } from "@/components/panels/odds/answer"
import { RegimeAnswer } from "@/components/panels/regime/answer"
import { RiskAnswer } from "@/components/panels/risk/answer"
import { SignalAnswer } from "@/components/panels/signal/answer"

const UNKNOWN_FORM = "does not know the format"

const views = [
  ["risk", RiskAnswer, riskContract.example, "Needed to break even"],
  ["regime", RegimeAnswer, regimeContract.example, "Markup"],
  ["odds", OddsAnswer, oddsContract.example, "Beyond at the end"],
  ["geo events", GeoEventsAnswer, geoEventsContract.example, "Iran closes Strait of Hormuz to tankers"],
  ["geo alert", GeoAlertAnswer, geoAlertContract.example, "1 alert"],
  ["signal", SignalAnswer, signalContract.example, "No trade. Hypothetical long levels"],
  ["overview", OverviewAnswer, marketOverviewContract.example, "of the whole market; ether 12.1%"],
  ["events", EventsAnswer, eventsContract.example, "warning-line"],
  ["yields", YieldsAnswer, yieldsContract.example, "Stable or up, 71%"],
  ["grades", YieldsAnswer, yieldsContract.example, "audits 0: audited"],
  ["allocation", RecommendAnswer, defiRecommendContract.example, "In one protocol, at most"],
  ["tokens", DexAnswer, dexAlphaContract.example, "5,200 / 4,100"],
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
  ["signal", SignalAnswer, signalContract.example],
  ["risk", RiskAnswer, riskContract.example],
  ["regime", RegimeAnswer, regimeContract.example],
  ["overview", OverviewAnswer, marketOverviewContract.example],
  ["events", EventsAnswer, eventsContract.example],
  ["geo alert", GeoAlertAnswer, geoAlertContract.example],
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
  expect(renderToStaticMarkup(createElement(EventsAnswer, { body }))).not.toContain("warning-line")
})

test("a clear status names the sources that were read", () => {
  const body = { ...geoAlertContract.example, status: "CLEAR", level: null, count: 0, alerts: [] }
  const html = renderToStaticMarkup(createElement(GeoAlertAnswer, { body }))
  expect(html).toContain("1480 articles from 2 of")
})

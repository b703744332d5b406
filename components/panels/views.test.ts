import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { geoAlertContract } from "@/lib/api/geo-alert"
import { geoEventsContract } from "@/lib/api/geo-events"
import { regimeContract } from "@/lib/api/regime"
import { riskContract } from "@/lib/api/risk"
import { GeoAlertAnswer } from "./geo/geo-alert-answer"
import { GeoEventsAnswer } from "./geo/geo-events-answer"
import { RegimeAnswer } from "./regime-answer"
import { RiskAnswer } from "./risk-answer"

const UNKNOWN_FORM = "a form that this page does not know"

const views = [
  ["risk", RiskAnswer, riskContract.example, "To break even"],
  ["regime", RegimeAnswer, regimeContract.example, "Markup"],
  ["geo events", GeoEventsAnswer, geoEventsContract.example, "Iran closes Strait of Hormuz to tankers"],
  ["geo alert", GeoAlertAnswer, geoAlertContract.example, "1 alert"],
] as const

test.each(views)("the view of %s shows the contract's own example", (_name, view, body, words) => {
  const html = renderToStaticMarkup(createElement(view, { body }))
  expect(html).toContain(words)
  expect(html).not.toContain(UNKNOWN_FORM)
})

test.each(views)("the view of %s shows what it does not understand as it came", (_name, view) => {
  expect(renderToStaticMarkup(createElement(view, { body: { odd: 1 } }))).toContain(UNKNOWN_FORM)
})

test("clear says what was read", () => {
  const body = { ...geoAlertContract.example, status: "CLEAR", level: null, count: 0, alerts: [] }
  const html = renderToStaticMarkup(createElement(GeoAlertAnswer, { body }))
  expect(html).toContain("1480 articles from 2 of")
})

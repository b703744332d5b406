import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { healthContract } from "@/lib/endpoints/health/contract"
import { healthLabels } from "./health-word"
import { HealthSummary } from "./status-board"

test("the time of the health check is visible but not part of the live region", () => {
  const health = healthContract.response.parse(healthContract.example)
  const html = renderToStaticMarkup(createElement(HealthSummary, { health }))
  expect(html).toMatch(new RegExp(`<output>${healthLabels[health.status].word}</output>, as of .+ UTC</span>$`))
})

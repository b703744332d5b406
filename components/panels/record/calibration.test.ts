import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { statsContract } from "@/lib/endpoints/stats/contract"
import { Calibration } from "./calibration"

const stats = statsContract.response.parse(statsContract.example)

test("too few calls for a calibration table are counted", () => {
  const calibration = stats.calibration && { ...stats.calibration, bins: [], n: 240, n_effective: 16.4 }
  const html = renderToStaticMarkup(createElement(Calibration, { stats: { ...stats, calibration } }))
  expect(html).toContain("No claim yet: 240 settled calls, effective sample 16, 30 needed.")
})

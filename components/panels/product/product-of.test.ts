import { describe, expect, test } from "vitest"
import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { riskContract } from "@/lib/endpoints/risk/contract"
import { geoEventsPanel } from "@/components/panels/geo-events/panel"
import { riskPanel } from "@/components/panels/risk/panel"
import { anchorOf, coinOf, endpointOf } from "./panel-product"
import { productOf } from "./product-of"

const riskPlan = { ...riskContract, ...riskPanel }
const geoEvents = { ...geoEventsContract, ...geoEventsPanel }

describe("products", () => {
  test("path parameters go into the path, other parameters into the query", () => {
    const product = productOf(riskPlan, { coin: "ETH", capital: "5000" })
    expect(product).toMatchObject({
      id: "risk:ETH?capital=5000",
      path: "/api/risk/ETH?capital=5000",
      title: "ETH risk plan",
      price: "100000",
    })
  })

  test("without parameters the URL is the bare path", () => {
    expect(productOf(geoEvents)).toMatchObject({ id: "geo_events", path: "/api/geo/events" })
  })

  test("a product id contains its coin", () => {
    expect(coinOf(productOf(riskPlan, { coin: "ETH", capital: "5000" }).id)).toBe("ETH")
    expect(coinOf(productOf(riskPlan, { coin: "SOL" }).id)).toBe("SOL")
    expect(coinOf(productOf(geoEvents, { hours: "24" }).id)).toBeUndefined()
  })

  test("a product id contains its endpoint", () => {
    for (const contract of [riskPlan, geoEvents]) {
      for (const params of [{}, { coin: "BTC" }, { hours: "24" }]) {
        expect(endpointOf(productOf(contract, params).id)).toBe(contract.id)
      }
    }
  })

  test("the anchor of a panel does not depend on chosen parameters", () => {
    expect(anchorOf(productOf(riskPlan, { coin: "BTC" }).id)).toBe("risk-BTC")
    expect(["", "24", "72"].map((hours) => anchorOf(productOf(geoEvents, hours ? { hours } : {}).id))).toEqual([
      "geo_events",
      "geo_events",
      "geo_events",
    ])
  })

  test("different parameters give different ids", () => {
    const ids = [{}, { hours: "24" }, { hours: "72" }].map((params) => productOf(geoEvents, params).id)
    expect(new Set(ids).size).toBe(3)
  })
})

import { expect, test } from "vitest"
import { listedResourcePaths, paidContract } from "@/lib/endpoints/catalogue"
import { purchase } from "@/tools/testing/ledger/fixtures"
import { terms } from "@/tools/testing/payments/fixtures"
import { facilitatorRequest } from "./facilitator-messages"

const requestFor = (endpoint: string, resource: string) =>
  facilitatorRequest(terms, purchase(1, { endpoint, resource }), paidContract).paymentPayload

test("a facilitator gets the path of a resource without the buyer's parameters", () => {
  const { resource, extensions } = requestFor("risk", "GET /api/risk/BTC?capital=250000&held=SOL%3Ashort%3A12000")
  expect(resource.url).toBe(`${terms.origin}/api/risk/BTC`)
  expect(extensions?.bazaar.routeTemplate).toBe("/api/risk/:coin")
})

test("an endpoint with private parameters is never listed", () => {
  const target = encodeURIComponent("https://hooks.slack.com/services/T000/B000/SECRET")
  const sent = requestFor("alert_watch", `GET /api/alerts/watch?target=${target}`)
  expect(sent.resource.url).toBe(`${terms.origin}/api/alerts/watch`)
  expect(sent.extensions).toBeUndefined()
  expect(listedResourcePaths()).not.toContain("/api/alerts/watch")
  expect(listedResourcePaths()).toContain("/api/risk/BTC")
})

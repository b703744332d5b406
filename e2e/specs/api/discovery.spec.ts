import {
  checkEndpointSchema,
  getOpenAPI,
  getWarningsForL3,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
} from "@agentcash/discovery"
import { catalogue } from "@/lib/api/catalogue"
import { isPaid } from "@/lib/api/contract"
import { expect, test } from "@/e2e/support/fixtures"

/*
 * The validator that x402 indexers run before they list a service (https://www.npmjs.com/package/@agentcash/discovery).
 */

test("indexers find and read the OpenAPI document where they look for it", async ({ origin }) => {
  const document = (await getOpenAPI(origin)).unwrapOr(null)
  expect(document, "/openapi.json").not.toBeNull()
  expect(isOpenApiParseFailure(document)).toBe(false)
  expect(getWarningsForOpenAPI(document)).toEqual([])
})

for (const contract of catalogue.filter(isPaid)) {
  test(`indexers find nothing wrong with ${contract.path}`, async ({ origin }) => {
    const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => contract.exampleParams[name] ?? "")
    for (const probe of [false, true]) {
      const result = await checkEndpointSchema({ url: `${origin}/api${path}`, probe })
      if (!result.found) throw new Error(`The validator did not find ${path}: ${result.cause}`)
      const get = result.advisories.find(({ method }) => method === "GET")
      if (get === undefined) throw new Error(`The validator saw no GET of ${path}.`)
      expect(get.authMode).toBe("paid")
      expect(getWarningsForL3(get).map(({ code, message }) => `${code}: ${message}`)).toEqual([])
    }
  })
}

import { getOpenAPI, getWarningsForOpenAPI, isOpenApiParseFailure } from "@agentcash/discovery"
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

import { test as base } from "@playwright/test"
import { type ChainView, viewChain } from "@/tools/testing/payments/chain-view"
import { readTerms } from "@/tools/testing/payments/x402-terms"

type Fixtures = {
  /** The origin of the server under test, without a trailing slash. */
  readonly origin: string
  readonly chain: ChainView
  readonly terms: Awaited<ReturnType<typeof readTerms>>
}

export const test = base.extend<Fixtures>({
  origin: ({ baseURL }, use) => use(baseURL ?? ""),
  chain: async ({ origin }, use) => use(await viewChain(origin)),
  terms: async ({ origin }, use) => use(await readTerms(origin)),
})

export { expect } from "@playwright/test"

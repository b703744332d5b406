import { expect, test } from "vitest"
import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { deribit } from "@/lib/sandbox/market/wire/deribit"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { createOptionFeeds } from "./option-feeds"

const market = createSimulatedMarket({ seed: 7 })
const NOW = market.genesisMs + 500 * 86_400_000

test("a reading without a usable expiry does not replace a good one that is fresh", async () => {
  let isHalved = false
  const answer = async (href: string) => {
    const text = await deribit({ market, nowMs: time.clock(), url: new URL(href), body: "" })?.text()
    return isHalved ? text?.replace(/"mark_iv":([\d.]+)/g, (_, iv: string) => `"mark_iv":${Number(iv) / 2}`) : text
  }
  const { http, time, requests } = createFakeProvider(async ({ url }) => ({ body: await answer(url) }), {
    startMs: NOW,
  })
  const store = await openEmbeddedStore(":memory:")
  const { options } = createOptionFeeds({
    http,
    clock: time.clock,
    store,
    profile: "open",
    keys: { sosovalue: null, fred: null, coingecko: null },
  })
  const good = await options.read("BTC")
  expect(good?.value.surface.smiles.length).toBeGreaterThan(5)
  isHalved = true
  const asked = requests.length
  time.advance(6 * 60_000)
  await options.refreshIfDue()
  expect(requests.length).toBeGreaterThan(asked)
  expect(options.status().lastError).not.toBeNull()
  expect((await options.read("BTC"))?.value.surface).toEqual(good?.value.surface)
  await store.destroy()
})

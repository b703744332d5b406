import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { AppProvider } from "@/components/app/app-context"
import { briefOf } from "@/lib/client/bundle/brief"
import { createPurchaseClient, type PurchaseClient } from "@/lib/client/purchase-client"
import { memoryStorage, NOW_MS, PAYER, publicConfig, requiredHeader, SIGNATURE } from "@/tools/testing/client/fixtures"
import { settledResponse } from "@/tools/testing/client/panel-harness"
import { notLoaded, walletActions, walletStore } from "@/lib/client/wallet/wallet-store"
import type { BundleProduct } from "@/components/panels/product/panel-product"
import { type BundleModel, useBundle } from "./use-bundle"

const products: readonly BundleProduct[] = ["BTC", "ETH", "SOL"].map((coin) => ({
  id: `signal:${coin}`,
  endpoint: "signal",
  title: `${coin} signal`,
  path: `/api/signal/${coin}`,
  price: "50000",
  staleAfterMs: 900_000,
  href: "/",
  isInBrief: true,
}))
const brief = briefOf(products)

const part = (coin: string) => ({
  item: `signal/${coin}`,
  price_usdc: "0.05",
  version: null,
  commitment: null,
  answer: {},
})
let items: Readonly<Record<string, string>> = {}
let paid: string[] = []
let signatures = 0

/** Sells each panel for $0.05, and the brief for the sum of the items that are not left out. */
async function serve(path: string, { headers }: RequestInit): Promise<Response> {
  const sold = ["BTC", "ETH", "SOL"].filter((coin) => items[`signal/${coin}`] !== "left out")
  if (new Headers(headers).has("payment-signature")) {
    paid.push(path)
    const body = path === brief.path ? { answers: sold.map(part) } : {}
    return Response.json(body, { headers: { "payment-response": settledResponse } })
  }
  const amount = path === brief.path ? String(50_000 * sold.length) : "50000"
  return Response.json({ items }, { status: 402, headers: { "payment-required": requiredHeader({ amount }, path) } })
}

/** The bundle as the next rendering shows it. */
function render(client: PurchaseClient, shown: readonly BundleProduct[] = products): BundleModel {
  const seen: BundleModel[] = []
  function Probe() {
    seen.push(useBundle(client, shown))
    return null
  }
  const app = { config: publicConfig, children: createElement(Probe) }
  renderToString(createElement(AppProvider, app))
  const [model] = seen
  if (!model) throw new Error("Nothing was rendered.")
  return model
}

async function createQuotedClient(): Promise<PurchaseClient> {
  const client = createPurchaseClient(publicConfig, memoryStorage())
  await Promise.all([...products, brief].map((product) => client.controllerOf(product).requote()))
  return client
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW_MS })
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { origin: publicConfig.origin } }))
  vi.stubGlobal("navigator", { onLine: true })
  vi.stubGlobal("document", { cookie: "" })
  vi.stubGlobal("fetch", serve)
  items = {}
  paid = []
  signatures = 0
  const wallet = { address: PAYER, name: "Test", kind: "browser", appHref: null, chainOk: true, balance: null } as const
  walletStore.set({ ...notLoaded, phase: "connected", wallet })
  const never = () => undefined
  walletActions.set({
    connect: never,
    stopConnecting: never,
    disconnect: never,
    switchNetwork: never,
    refreshBalance: () => Promise.resolve(null),
    fund: never,
    sendTransaction: () => Promise.reject(new Error("unexpected")),
    signText: () => Promise.reject(new Error("unexpected")),
    sign: () => {
      signatures += 1
      return Promise.resolve(SIGNATURE)
    },
  })
})

afterEach(() => {
  walletStore.set(notLoaded)
  walletActions.set(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("one press requests one signature, and each panel owns its answer", async () => {
  const client = await createQuotedClient()
  const bundle = render(client)
  expect(bundle).toMatchObject({ missing: 3, total: 150_000n, obstacle: "none", isOneSignature: true })
  bundle.act()
  expect(signatures, "the wallet is called in the same task as the click").toBe(1)
  await vi.waitFor(() => expect(client.receipts.get()).toHaveLength(3))
  expect(client.receipts.get().map(({ productId }) => productId)).toEqual(products.map(({ id }) => id))
  expect([signatures, paid]).toEqual([1, [brief.path]])
})

test("a bundle of owned answers that are old is an update", async () => {
  const client = await createQuotedClient()
  const bundle = render(client)
  expect(bundle.isUpdate, "nothing is owned").toBe(false)
  bundle.act()
  await vi.waitFor(() => expect(client.receipts.get()).toHaveLength(3))
  expect(render(client)).toMatchObject({ missing: 0, isUpdate: false })
  // The time is 0 while the server renders, so an answer is old only with a limit below every age.
  const old = products.map((product) => ({ ...product, staleAfterMs: Number.NEGATIVE_INFINITY }))
  expect(render(client, old)).toMatchObject({ missing: 3, isUpdate: true })
})

test("during the faucet's transfer a press waits, although the wallet is still empty", async () => {
  const client = await createQuotedClient()
  const { wallet } = walletStore.get()
  walletStore.set({ ...walletStore.get(), wallet: wallet && { ...wallet, balance: 0n }, funding: true })
  expect(render(client).obstacle).toBe("busy")
  walletStore.set({ ...walletStore.get(), funding: false })
  expect(render(client).obstacle).toBe("low-balance")
  walletStore.set({ ...walletStore.get(), wallet: wallet && { ...wallet, balance: 10_000_000n } })
  expect(render(client).obstacle).toBe("none")
})

test("items without data are excluded from the total and named, and nothing is signed before the press", async () => {
  items = { "signal/BTC": "0.05", "signal/ETH": "0.05", "signal/SOL": "left out" }
  const client = await createQuotedClient()
  const bundle = render(client)
  expect(bundle).toMatchObject({ missing: 2, total: 100_000n, paused: ["SOL signal"], obstacle: "none" })
  expect(signatures).toBe(0)
  bundle.act()
  await vi.waitFor(() => expect(client.receipts.get()).toHaveLength(2))
  expect([signatures, paid]).toEqual([1, [brief.path]])
})

test("a total that changes between rendering and press is not signed", async () => {
  const client = await createQuotedClient()
  const bundle = render(client)
  items = { "signal/SOL": "left out" }
  await client.controllerOf(brief).requote()
  bundle.act()
  await vi.waitFor(() => expect(client.controllerOf(brief).get().quote.kind).toBe("ready"))
  expect([signatures, paid]).toEqual([0, []])
  expect(render(client)).toMatchObject({ missing: 2, total: 100_000n })
})

test("without a quote of the brief the panels are signed separately", async () => {
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    path === brief.path ? new Response("", { status: 404 }) : serve(path, init),
  )
  const client = await createQuotedClient()
  const bundle = render(client)
  expect(bundle).toMatchObject({ missing: 3, total: 150_000n, obstacle: "none", isOneSignature: false })
  bundle.act()
  await vi.waitFor(() => expect(client.receipts.get()).toHaveLength(3))
  expect([signatures, paid]).toEqual([3, products.map(({ path }) => path)])
})

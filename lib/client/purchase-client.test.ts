import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  attemptAt,
  exchangeAt,
  memoryStorage,
  NOW_MS,
  PAYER,
  product,
  publicConfig,
  receiptAt,
} from "@/tools/testing/client/fixtures"
import {
  ORIGIN,
  purchase,
  signInChallenge,
  signInExtension,
  signInPayer,
} from "@/tools/testing/client/sign-in-fixtures"
import { createPurchaseClient } from "./purchase-client"
import type { SignInTrace } from "./stage/sign-in-trace"
import type { Attempt } from "./purchase/attempt"
import { payerOf } from "./purchase/attempt-facts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW_MS })
  vi.stubGlobal("window", Object.assign(new EventTarget(), { location: { origin: ORIGIN } }))
  vi.stubGlobal("navigator", { onLine: true })
  vi.stubGlobal("document", { cookie: "" })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("a successful redelivery clears the message about a declined purchase", async () => {
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    if (!new Headers(headers).has("sign-in-with-x")) return signInChallenge()
    return Response.json({ price: 2 }, { headers: { "X-PURCHASE": JSON.stringify(purchase) } })
  })
  const client = createPurchaseClient(publicConfig, memoryStorage())
  const panel = client.controllerOf(product)
  await panel.requote()
  const declined = Object.assign(new Error("No."), { code: 4001 })
  await panel.pay({ address: PAYER, sign: () => Promise.reject(declined) })
  expect(panel.get().purchase.kind).toBe("rejected")

  const redelivery = await client.redeliveryOf(product)
  await redelivery.fetchOffer()
  await redelivery.signIn({
    address: signInPayer.address,
    signText: (text) => signInPayer.signMessage({ message: text }),
  })
  expect(client.fetched.get()).toBe(purchase.nonce)
  expect(panel.get().purchase.kind).toBe("idle")
})

test("forgetPayer() deletes everything of an address in any letter case, and keeps the rest", () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")))
  const client = createPurchaseClient(publicConfig, memoryStorage())
  const gone = signInPayer.address
  for (const payer of [gone, PAYER] as const) {
    client.receipts.apply((all) => [...all, receiptAt(NOW_MS, { id: `receipt of ${payer}`, payer })])
    client.traces.apply((all) => [...all, exchangeAt(NOW_MS, { id: `trace of ${payer}`, payer })])
    client.signIns.apply((all) => [...all, signInOf(payer)])
    client.attempts.apply((all) => [...all, attemptOf(payer)])
  }
  client.forgetPayer(gone.toLowerCase())
  expect(client.receipts.get().map(({ payer }) => payer)).toEqual([PAYER])
  expect(client.traces.get().map(({ payer }) => payer)).toEqual([PAYER])
  expect(client.signIns.get().map(({ address }) => address)).toEqual([PAYER])
  expect(client.attempts.get().map(payerOf)).toEqual([PAYER])
})

test("an old signature request is closed at start, a recent one stays open", () => {
  const storage = memoryStorage()
  const before = createPurchaseClient(publicConfig, storage)
  const left = { outcome: "signing" as const, signature: null, signedAtMs: null, sends: [] }
  const longAgo = NOW_MS - 600_001
  before.traces.apply(() => [
    exchangeAt(longAgo, { ...left, id: "left", startedAtMs: longAgo }),
    exchangeAt(NOW_MS, { ...left, id: "asked", startedAtMs: NOW_MS - 60_000 }),
  ])
  before.signIns.apply(() => [{ ...signInOf(PAYER), outcome: "signing", startedAtMs: longAgo }])
  const { traces, signIns } = createPurchaseClient(publicConfig, storage)
  expect(traces.get().map(({ id, outcome }) => [id, outcome])).toEqual([
    ["left", "cancelled"],
    ["asked", "signing"],
  ])
  expect(signIns.get().map(({ outcome }) => outcome)).toEqual(["cancelled"])
})

function attemptOf(payer: `0x${string}`): Attempt {
  const { payload, ...attempt } = attemptAt()
  const { authorization, signature } = payload.payload
  const signed = { authorization: { ...authorization, from: payer }, signature }
  return { ...attempt, id: `attempt of ${payer}`, payload: { ...payload, payload: signed } }
}

/** A sign-in that the wallet declined. */
function signInOf(address: string): SignInTrace {
  return {
    id: `sign-in of ${address}`,
    productId: product.id,
    title: product.title,
    path: product.path,
    asked: { sentAtMs: NOW_MS - 100, answeredAtMs: NOW_MS - 60, status: 402, headers: [], length: 900 },
    offered: signInExtension(),
    address,
    text: "",
    startedAtMs: NOW_MS,
    signedAtMs: null,
    header: null,
    sent: null,
    outcome: "declined",
    reason: null,
  }
}

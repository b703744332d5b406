import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { memoryStorage, NOW_MS, PAYER, product, publicConfig } from "@/lib/client/testing/fixtures"
import { ORIGIN, purchase, signInChallenge, visitor } from "@/lib/client/testing/sign-in-fixtures"
import { createEngine } from "./engine"

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

test("a sign-in that brings the answer ends what is said of a declined purchase of it", async () => {
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    if (!new Headers(headers).has("sign-in-with-x")) return signInChallenge()
    return Response.json({ price: 2 }, { headers: { "X-PURCHASE": JSON.stringify(purchase) } })
  })
  const engine = createEngine(publicConfig, memoryStorage())
  const panel = engine.controllerOf(product)
  await panel.requote()
  const declined = Object.assign(new Error("No."), { code: 4001 })
  await panel.pay({ address: PAYER, sign: () => Promise.reject(declined) })
  expect(panel.get().purchase.kind).toBe("rejected")

  const revisit = await engine.revisitOf(product)
  await revisit.prepare()
  await revisit.visit({ address: visitor.address, signText: (text) => visitor.signMessage({ message: text }) })
  expect(engine.fetched.get()).toBe(purchase.nonce)
  expect(panel.get().purchase.kind).toBe("idle")
})

import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import { POST as postMcp } from "@/app/mcp/route"
import { GET as getInfo } from "@/app/api/route"
import { GET as getHealth } from "@/app/api/health/route"
import { GET as getLive } from "@/app/api/live/route"
import { GET, HEAD, OPTIONS } from "@/app/api/signal/[coin]/route"
import { healthContract } from "@/lib/endpoints/health/contract"
import { Problem } from "@/lib/api/problem"
import { serviceInfoContract } from "@/lib/endpoints/service-info/contract"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createFastPath } from "@/lib/server/http/fast-path/fast-path"
import { apiRoutes } from "./api-routes"
import { routeOptions } from "@/lib/server/runtime/routes"
import { type Runtime, runtime } from "@/lib/server/runtime/runtime"
import { openSalesGate, readPaymentFacts, watchWakes } from "@/lib/server/runtime/sales-gate"
import { versionsAnswer } from "@/lib/server/runtime/versions"
import type { GasStatus } from "@/lib/x402/settlement/settlement-funds"
import { type CatalogueHarness, openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { connectMcp } from "@/tools/testing/catalogue/mcp-client"
import { onFullDisk } from "@/tools/testing/databases/full-disk"
import { authorize, base64, newPayer, payloadV2 } from "@/tools/testing/payments/fixtures"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A Friday on which every market is open. */
const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const ORIGIN = "https://signal402.example"
const SHARED: Record<symbol, unknown> = globalThis

let harness: CatalogueHarness
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  harness = await openCatalogueHarness(NOW_MS)
})
beforeEach(() => harness.restore())

async function replace(parts: Partial<Runtime>): Promise<void> {
  const service = { ...(await runtime()), ...parts }
  SHARED[Symbol.for("signal402.runtime")] = Promise.resolve(service)
  openSalesGate(service)
}

function setHead(headMs: number | null): void {
  const error = headMs === null ? "unreachable" : null
  SHARED[Symbol.for("signal402.chain-probe")] = () => Promise.resolve({ blockNumber: 1n, headMs, error })
}

async function setGas(state: GasStatus["state"]): Promise<void> {
  const { settler } = await runtime()
  const gas: GasStatus = { state, isPaused: true, lowestPrice: 0n, keys: [{ address: "0xa", batches: 0 }] }
  await replace({ settler: { ...settler, status: () => ({ ...settler.status(), gas }) } })
}

const setLive = async () => replace({ config: { ...(await runtime()).config, mode: "live" } })

const context = { params: Promise.resolve({ coin: "BTC" }) }
const ask = (method: "GET" | "HEAD" | "OPTIONS", headers: HeadersInit = {}) => {
  const request = new Request(`${ORIGIN}/api/signal/BTC`, { method, headers })
  return { GET, HEAD, OPTIONS }[method](request, context)
}

const faults: readonly [name: string, part: string, why: string, breakIt: () => Promise<void> | void][] = [
  ["the database is away", "store", "the database does not answer", async () => (await runtime()).store.destroy()],
  [
    "the disk is full",
    "store",
    "the disk is full",
    async () => replace({ store: onFullDisk((await runtime()).store, () => true) }),
  ],
  ["the node is away", "chain", "the node does not answer", () => setHead(null)],
  [
    "the node has stopped, or the clock is ahead",
    "chain",
    "the node's newest block is 12 min old, or this machine's clock is ahead",
    async () => {
      await setLive()
      setHead(NOW_MS - 12 * 60_000)
    },
  ],
  [
    "the clock is behind",
    "chain",
    "this machine's clock is 20 min behind the chain",
    async () => {
      await setLive()
      setHead(NOW_MS + 20 * 60_000 + 30_000)
    },
  ],
  ["there is no gas", "settler", "no gas left", () => setGas("empty")],
  ["gas is too dear", "settler", "gas costs more than SETTLEMENT_MAX_GWEI", () => setGas("price_too_high")],
]

describe.each(faults)("while %s,", (_, part, why, breakIt) => {
  beforeEach(async () => {
    SHARED[Symbol.for("signal402.config")] = (await runtime()).config
    await breakIt()
    SHARED[Symbol.for("signal402.config")] = (await runtime()).config
    await readPaymentFacts({ store: (await runtime()).store })
  })

  test("an unpaid request is answered 503 with Retry-After and without payment terms", async () => {
    for (const method of ["GET", "HEAD", "OPTIONS"] as const) {
      const response = await ask(method)
      expect([response.status, response.headers.get("payment-required")]).toEqual([503, null])
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
    }
    const problem = Problem.parse(await (await ask("GET")).json())
    expect(problem).toMatchObject({ charged: "no", retryable: true, details: { part } })
    expect(problem.detail).toContain(why)
  })

  test("an unreadable payment and a sign-in get no terms to sign either", async () => {
    for (const headers of [{ "payment-signature": "%" }, { "sign-in-with-x": "%" }]) {
      const response = await ask("GET", headers)
      expect([response.status, response.headers.get("payment-required")]).toEqual([503, null])
      expect(await response.json()).toMatchObject({ charged: "no" })
    }
  })

  test("health and the service info say the same words", async () => {
    const response = await getHealth(new Request(`${ORIGIN}/api/health`), { params: Promise.resolve({}) })
    const health = healthContract.response.parse(await response.json())
    expect([response.status, health.status, health.payments]).toEqual([503, "down", { taken: false, why }])
    expect(health.parts.find(({ name }) => name === part)?.detail).toContain(`${why}: payments are not taken`)
    vi.setSystemTime(Date.now() + 3_000)
    const info = await getInfo(new Request(`${ORIGIN}/api`), { params: Promise.resolve({}) })
    expect(serviceInfoContract.response.parse(await info.json()).payments).toEqual({ taken: false, why })
  })

  test("tools say the same words and name no price to sign", async () => {
    const { call, tools } = await connectMcp(`${ORIGIN}/mcp`, (input, init) =>
      postMcp(new Request(input, init), { params: Promise.resolve({}) }),
    )
    const result = await call("signal", { coin: "BTC" })
    expect(result).toMatchObject({ isError: true, structuredContent: { charged: "no", details: { part } } })
    expect(result.content[0].text).toContain(why)
    const { _meta: meta } = tools.find(({ name }) => name === "signal") ?? {}
    expect(meta).toMatchObject({ "signal402/paused": why })
    expect(meta).not.toHaveProperty("x402")
  })

  test("the fast path obeys the same gate", async () => {
    const onError = (cause: unknown) => expect.unreachable(String(cause))
    const fastPath = createFastPath({ routes: apiRoutes, origin: ORIGIN, clientHeader: null, routeOptions, onError })
    const server = createServer((incoming, outgoing) => void fastPath(incoming, outgoing)).listen(0, "127.0.0.1")
    await once(server, "listening")
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/signal/BTC`)
    server.close()
    expect([response.status, response.headers.get("payment-required")]).toEqual([503, null])
    expect(await response.json()).toMatchObject({ charged: "no", details: { part } })
  })
})

test("with every part whole an unpaid request is answered 402", async () => {
  await readPaymentFacts({ store: (await runtime()).store })
  expect((await ask("GET")).status).toBe(402)
  const response = await getHealth(new Request(`${ORIGIN}/api/health`), { params: Promise.resolve({}) })
  expect(await response.json()).toMatchObject({ payments: { taken: true, why: null } })
})

test("a process that reaches neither database nor node for a minute is not live any more", async () => {
  const live = async () => {
    const { status } = await getLive(new Request(`${ORIGIN}/api/live`), { params: Promise.resolve({}) })
    return z.number().parse(status)
  }
  const { store } = await runtime()
  setHead(null)
  await readPaymentFacts({ store })
  vi.setSystemTime(NOW_MS + 59_000)
  await readPaymentFacts({ store })
  expect(await live()).toBe(200)
  vi.setSystemTime(NOW_MS + 61_000)
  await readPaymentFacts({ store })
  expect(await live()).toBe(503)
  setHead(NOW_MS)
  // A read that the 503 has begun may still have the old state.
  await readPaymentFacts({ store })
  await readPaymentFacts({ store })
  expect(await live()).toBe(200)
})

test("a process that was stopped sells nothing until it has read database and node again", async () => {
  const now = { monotonic: 0 }
  watchWakes({ wall: Date.now, monotonic: () => now.monotonic })
  expect((await ask("GET")).status).toBe(402)
  now.monotonic += 12_000
  let reads = 0
  SHARED[Symbol.for("signal402.chain-probe")] = () => {
    reads += 1
    return Promise.resolve({ blockNumber: 1n, headMs: NOW_MS, error: null })
  }
  const woken = await ask("GET")
  expect([woken.status, woken.headers.get("payment-required"), woken.headers.get("retry-after")]).toEqual([
    503,
    null,
    "1",
  ])
  expect(await woken.json()).toMatchObject({ charged: "no", details: { part: "process" } })
  await expect.poll(async () => (await ask("GET")).status).toBe(402)
  expect(reads).toBe(1)
})

test("a read that began before the stop does not count", async () => {
  const now = { monotonic: 0 }
  watchWakes({ wall: Date.now, monotonic: () => now.monotonic })
  const answers: (() => void)[] = []
  SHARED[Symbol.for("signal402.chain-probe")] = () =>
    new Promise((resolve) => answers.push(() => resolve({ blockNumber: 1n, headMs: NOW_MS, error: null })))
  const before = readPaymentFacts({ store: (await runtime()).store })
  await expect.poll(() => answers.length).toBe(1)
  now.monotonic += 12_000
  expect((await ask("GET")).status).toBe(503)
  answers[0]?.()
  await before
  expect((await ask("GET")).status).toBe(503)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  await expect.poll(async () => (await ask("GET")).status).toBe(402)
})

test("a product without data is answered 503 before anybody signs, and a product with data 402", async () => {
  vi.setSystemTime(NOW_MS + 40 * HOUR_MS)
  harness.failAllRequests()
  await versionsAnswer()
  const response = await ask("GET")
  expect([response.status, response.headers.get("payment-required")]).toEqual([503, null])
  expect(await response.json()).toMatchObject({
    code: "data_unavailable",
    charged: "no",
    details: { part: "signal", retryAfterSeconds: 30 },
  })
  const paid = { "payment-signature": base64(payloadV2(await authorize(newPayer()))) }
  expect(await (await ask("GET", paid)).json()).toMatchObject({ code: "data_unavailable", charged: "no" })
  harness = await openCatalogueHarness(NOW_MS + 41 * HOUR_MS)
  await versionsAnswer()
  expect((await ask("GET")).status).toBe(402)
}, 60_000)

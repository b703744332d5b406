import { NO_DERIVATIVES } from "@/tools/testing/alerts/facts"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { AlertFacts } from "@/lib/domain/alerts/condition"
import { createPublicPost } from "@/lib/outbound/public-post"
import { sendWebhook } from "@/lib/outbound/webhook"
import type { Watch } from "@/lib/store/alert-rows"
import { createAlertStore } from "@/lib/store/alert-store"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { type AlertJobPorts, evaluateWatches, pruneAlerts, startAlertJob } from "./alert-job"
import { alertBody } from "./channels"
import { createAlertSender, type Message } from "./alert-sender"
import { newWatch } from "./watches"

const NOW_MS = 1_795_176_000_000
const HOUR_MS = 3_600_000
const post = createPublicPost()
const TICK_MS = 10_000
const OWNER = `0x${"a1".repeat(20)}`

const factsAt = (price: number): AlertFacts => ({
  prices: { BTC: price, ETH: null, SOL: null },
  directions: { BTC: null, ETH: null, SOL: null },
  resources: {},
  regime: null,
  ranges: { BTC: null, ETH: null, SOL: null },
  candles: { BTC: null, ETH: null, SOL: null },
  derivatives: NO_DERIVATIVES,
  critical: null,
})

async function runRound(ports: AlertJobPorts): Promise<void> {
  await evaluateWatches(ports)
  const sender = createAlertSender(ports)
  await sender.sendDue()
  await sender.idle()
  await pruneAlerts(ports)
}

const watchOf = (target: string, changes: Partial<Watch> = {}): Watch => ({
  id: "w1",
  owner: OWNER,
  target,
  secret: "secret",
  conditions: ["above:BTC:100", "below:BTC:90"],
  states: [null, null],
  status: "active",
  createdMs: NOW_MS,
  untilMs: NOW_MS + 24 * HOUR_MS,
  payer: OWNER,
  endReason: null,
  ...changes,
})

describe.each(databases)("alerts on $name", ({ open }) => {
  let database: TestDatabase
  let nowMs: number
  let server: Server | null
  let port: number
  const received: { readonly id: string; readonly condition: string }[] = []
  let status: number

  beforeEach(async () => {
    database = await open()
    nowMs = NOW_MS
    received.length = 0
    status = 200
    server = null
    port = 0
    await startReceiver()
  })
  afterEach(async () => {
    await stopReceiver()
    await database.close()
  })

  async function startReceiver(): Promise<void> {
    server = createServer((request, response) => {
      let body = ""
      request.on("data", (part: Buffer) => (body += part.toString()))
      request.on("end", () => {
        received.push(JSON.parse(body) as { id: string; condition: string })
        response.writeHead(status).end()
      })
    }).listen(port, "127.0.0.1")
    await once(server, "listening")
    ;({ port } = server.address() as AddressInfo)
  }

  async function stopReceiver(): Promise<void> {
    server?.closeAllConnections()
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
    server = null
  }

  const send = ({ alert, watch }: Message) => {
    const webhook = { target: watch.target, id: alert.id, body: alertBody(alert, null), text: "" }
    return sendWebhook({ ...webhook, secret: watch.secret, nowMs }, outlet())
  }
  const outlet = () => ({ post, local: [target()] })
  const target = () => `http://127.0.0.1:${port}/hook`

  /** A process: a round with its own connection to the database. */
  async function round(price: number, store?: TestDatabase["store"]): Promise<void> {
    await runRound({
      store: store ?? (await database.another()),
      facts: () => Promise.resolve(factsAt(price)),
      clock: () => nowMs,
      send,
      onFault: (cause) => {
        throw cause
      },
    })
  }

  test("a price that crosses its level between the purchase and the first evaluation raises an alert", async () => {
    const purchase = { owner: OWNER, payer: OWNER, target: target(), for: "24h" } as const
    const watch = newWatch(purchase, ["above:BTC:100", "below:BTC:96", "regime"], factsAt(95), NOW_MS)
    expect(watch.states, "the regime is unknown").toEqual(["not met", "met", null])
    await createAlertStore(database.store).add({ ...watch, status: "active" })
    await round(101)
    expect(received.map(({ condition }) => condition)).toEqual(["above:BTC:100"])
  })

  test("alerts reach a receiver that was restarted, once each and in order, from another process", async () => {
    const store = createAlertStore(database.store)
    await store.add(watchOf(target()))
    await round(95)
    expect(received).toEqual([])
    await stopReceiver()
    await round(101)
    await round(80)
    const [second, first] = await store.log("w1", 10)
    expect([first?.condition, second?.condition]).toEqual(["above:BTC:100", "below:BTC:90"])
    expect(first).toMatchObject({ status: "queued", attempts: 1 })
    expect(second, "waits for the first one").toMatchObject({ status: "queued", attempts: 0 })
    await startReceiver()
    await round(80)
    expect(received, "the next attempt is not due yet").toEqual([])
    nowMs += 10_000
    await round(80)
    await round(80)
    expect(received.map(({ id }) => id)).toEqual([first?.id, second?.id])
    await round(80)
    expect(received).toHaveLength(2)
    expect((await store.log("w1", 10)).map(({ status }) => status)).toEqual(["delivered", "delivered"])
  })

  test("a delivery that fails is retried with growing pauses for a day, with the same id", async () => {
    const store = createAlertStore(database.store)
    await store.add(watchOf(target()))
    status = 500
    await round(95, database.store)
    await round(101, database.store)
    const pauses: number[] = []
    for (;;) {
      const [alert] = await store.log("w1", 1)
      if (alert?.status !== "queued") break
      pauses.push(alert.nextMs - nowMs)
      nowMs = alert.nextMs
      await round(101, database.store)
    }
    expect(pauses.slice(0, 4)).toEqual([10_000, 20_000, 40_000, 80_000])
    expect(Math.max(...pauses)).toBe(HOUR_MS)
    expect(await store.log("w1", 1)).toMatchObject([{ status: "failed", error: "The receiver answered 500." }])
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  })

  test("alerts from before the clock was set back are sent, and delay and count no other one", async () => {
    const store = createAlertStore(database.store)
    await store.add(watchOf(target(), { untilMs: NOW_MS + 72 * HOUR_MS }))
    status = 500
    nowMs += 25 * HOUR_MS
    await round(95)
    await round(101)
    nowMs = NOW_MS
    expect(await store.countIn({ lengthMs: HOUR_MS, nowMs }, { target: target(), payer: OWNER })).toEqual({
      target: 0,
      payer: 0,
    })
    status = 200
    received.length = 0
    await round(99)
    expect(received.map(({ condition }) => condition)).toEqual(["above:BTC:100"])
    await round(101)
    expect(received).toHaveLength(2)
  })

  test("an undeliverable alert is dropped at once, and an internal error does not delay other watches", async () => {
    const store = createAlertStore(database.store)
    await store.add(watchOf(target()))
    await store.add(watchOf(target(), { id: "w2" }))
    await store.add(watchOf(target(), { id: "w3" }))
    const faults: unknown[] = []
    const fault = new TypeError("no such thing")
    const run = async (price: number) =>
      runRound({
        store: await database.another(),
        facts: () => Promise.resolve(factsAt(price)),
        clock: () => nowMs,
        async send({ watch }) {
          if (watch.id === "w1") return { reason: "gone", isFinal: true }
          if (watch.id === "w2") throw fault
          return { reason: "busy", retryAfterMs: 60_000 }
        },
        onFault: (cause) => faults.push(cause),
      })
    await run(95)
    await run(101)
    expect(await store.log("w1", 1)).toMatchObject([{ status: "failed", error: "gone" }])
    expect(await store.log("w2", 1)).toMatchObject([{ status: "queued", error: "Internal error." }])
    expect(await store.log("w3", 1)).toMatchObject([{ status: "queued", nextMs: nowMs + 60_000 }])
    expect(faults).toEqual([fault])
  })

  test("unpaid, paused and ended watches send no alert; a paused watch sends its queue when it resumes", async () => {
    const store = createAlertStore(database.store)
    await store.add(watchOf(target(), { status: "pending" }))
    await round(95)
    await round(101)
    expect(received).toEqual([])
    await store.activate("w1")
    await round(95)
    status = 500
    await round(101)
    expect(received).toHaveLength(1)
    expect(await store.setStatus("w1", OWNER, "paused")).toBe(true)
    expect(await store.setStatus("w1", "0xother", "ended")).toBe(false)
    ;[status, nowMs] = [200, nowMs + 10_000]
    await round(80)
    expect(received).toHaveLength(1)
    expect(await store.setStatus("w1", OWNER, "active")).toBe(true)
    await round(95)
    expect(received).toHaveLength(2)
    expect(await store.setStatus("w1", OWNER, "ended")).toBe(true)
    await round(80)
    expect(received).toHaveLength(2)
    expect(await store.setStatus("w1", OWNER, "active")).toBe(false)
    expect(await store.listByOwner(OWNER)).toMatchObject([{ id: "w1", status: "ended" }])
  })

  test("a watch ends at its time, and is deleted with its log a week later", async () => {
    const store = createAlertStore(database.store)
    await store.add(watchOf(target()))
    await round(95)
    nowMs += 24 * HOUR_MS
    await round(101)
    expect(received).toEqual([])
    nowMs += 8 * 24 * HOUR_MS
    await round(101)
    expect(await store.listByOwner(OWNER)).toEqual([])
  })

  test("a due alert is delivered while the values that watches compare cannot be read", async () => {
    const store = createAlertStore(database.store)
    await store.add(watchOf(target()))
    await round(95)
    status = 500
    await round(101)
    ;[status, nowMs] = [200, nowMs + 10_000]
    received.length = 0
    const faults: unknown[] = []
    const fault = new Error("no prices")
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    const job = startAlertJob({
      store: database.store,
      facts: () => Promise.reject(fault),
      clock: () => nowMs,
      send,
      onFault: (cause) => faults.push(cause),
    })
    try {
      await vi.advanceTimersByTimeAsync(TICK_MS)
      await vi.waitFor(() => expect(received).toHaveLength(1))
    } finally {
      vi.useRealTimers()
      await job.stop()
    }
    expect(faults).toEqual([fault])
    expect(await store.log("w1", 1)).toMatchObject([{ status: "delivered", attempts: 2 }])
  })
})

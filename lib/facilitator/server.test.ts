import { EventEmitter, once } from "node:events"
import { request } from "node:http"
import { text } from "node:stream/consumers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { SETTLEMENT_WAIT_MS } from "@/lib/ledger/ledger"
import type { DeskAnswer } from "./desk"
import { createDoorman } from "./doorman"
import { type FacilitatorServer, openFacilitatorServer } from "./server"

const TOKEN = "a-token-of-the-operator"

let server: FacilitatorServer
let asked: unknown[]

beforeEach(async () => {
  asked = []
  const answer = (...question: unknown[]) => {
    asked.push(question)
    return Promise.resolve({ status: 200, body: { fine: true } })
  }
  const desk = { verify: answer, settle: answer, supported: () => ({ status: 200, body: { kinds: [] } }) }
  const doorman = createDoorman({ token: TOKEN, perMinute: 600, clock: () => 0 })
  server = await openFacilitatorServer({ desk, doorman, host: "127.0.0.1", port: 0 })
})
afterEach(() => server.stop())

const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" }
const post = (path: string, body: string, changes: Record<string, string> = {}) =>
  fetch(server.url + path, { method: "POST", body, headers: { ...headers, ...changes } })

test("its three paths answer JSON that no cache keeps and no page may read", async () => {
  const replies = [
    await post("/verify", '{"a":1}'),
    await post("/settle", '{"b":2}', { "Idempotency-Key": "k" }),
    await fetch(`${server.url}/supported`, { headers }),
  ]
  for (const reply of replies) {
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    })
    expect(reply.headers.has("access-control-allow-origin")).toBe(false)
  }
  expect(asked).toEqual([[{ a: 1 }], [{ b: 2 }, "k"]])
})

test("an idle connection outlives the time for which a proxy reuses it", async () => {
  expect((await fetch(`${server.url}/supported`, { headers })).headers.get("keep-alive")).toBe("timeout=75")
})

test("a settlement that is under way is answered before the server ends, however long it may take", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  let settled: (answer: DeskAnswer) => void = () => undefined
  const reached = new EventEmitter()
  const settle = () =>
    new Promise<DeskAnswer>((resolve) => {
      settled = resolve
      reached.emit("settle")
    })
  const desk = { verify: settle, settle, supported: () => ({ status: 200, body: {} }) }
  const doorman = createDoorman({ token: null, perMinute: 600, clock: () => 0 })
  const slow = await openFacilitatorServer({ desk, doorman, host: "127.0.0.1", port: 0 })
  const reply = fetch(`${slow.url}/settle`, {
    method: "POST",
    body: "{}",
    headers: { ...headers, Connection: "close" },
  })
  await once(reached, "settle")
  const stopped = slow.stop()
  vi.advanceTimersByTime(SETTLEMENT_WAIT_MS)
  vi.useRealTimers()
  settled({ status: 200, body: { success: true } })
  expect(await (await reply).json()).toEqual({ success: true })
  await stopped
})

test.each([
  ["another path", 404, () => post("/", "{}")],
  ["a path with a query", 404, () => post("/settle?x=1", "{}")],
  ["another method", 405, () => fetch(`${server.url}/settle`, { headers })],
  ["no token", 401, () => post("/settle", "{}", { Authorization: "" })],
  ["a token that is not ours", 401, () => post("/settle", "{}", { Authorization: "Bearer wrong" })],
  ["a page", 403, () => post("/settle", "{}", { Origin: "http://localhost:3000" })],
  ["a form", 415, () => post("/settle", "{}", { "Content-Type": "text/plain" })],
  ["no JSON", 400, () => post("/verify", "{")],
  ["a long key", 400, () => post("/settle", "{}", { "Idempotency-Key": "k".repeat(129) })],
  ["a body of 65 kB", 413, () => post("/verify", JSON.stringify("x".repeat(65_536)))],
])("%s: %i, and the desk is not asked", async (_, status, ask) => {
  const reply = await ask()
  expect([reply.status, asked.length]).toEqual([status, 0])
  expect(await reply.json()).toMatchObject({ error: expect.stringMatching(/\.$/) })
})

test("a body of no declared length is not read beyond its limit", async () => {
  const reply = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sending = request(`${server.url}/verify`, { method: "POST", headers }, (response) => {
      void text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    })
    sending.on("error", reject)
    for (let n = 0; n < 9; n += 1) sending.write("x".repeat(8_000))
  })
  expect(reply.status).toBe(413)
  expect(asked).toEqual([])
})

import { beforeAll, expect, test, vi } from "vitest"
import { parseEnv } from "@/lib/server/config/env"
import { webhookSignature } from "@/lib/outbound/webhook"
import { alertForms } from "@/lib/server/runtime/alert-channels"
import { runtime } from "@/lib/server/runtime/runtime"
import { callSandboxTelegram } from "@/lib/server/runtime/sandbox-telegram"
import { createAlertStore } from "@/lib/store/alert-store"
import { openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { GET as getUnknown, POST as postUnknown } from "@/app/api/[...rest]/route"
import { POST as writeToBot } from "@/app/api/sandbox/telegram/route"
import { GET, POST } from "./route"

const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const URL_OF_RECEIVER = "https://signal402.example/api/sandbox/alerts"
const CONTEXT = { params: Promise.resolve({}) }
const SECRET = "5ec4e7"

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  await openCatalogueHarness(NOW_MS)
  await createAlertStore((await runtime()).store).add({
    id: "w1",
    owner: "0xa1",
    target: URL_OF_RECEIVER,
    secret: SECRET,
    conditions: ["regime"],
    states: [null],
    status: "active",
    createdMs: NOW_MS,
    untilMs: NOW_MS + 1,
    payer: "0xa1",
    endReason: null,
  })
})
function post(body: string, secret: string): Promise<Response> {
  const headers = {
    "X-Signal402-Id": "a1",
    "X-Signal402-Signature": webhookSignature({ id: "a1", body, secret, nowMs: NOW_MS }),
  }
  return POST(new Request(URL_OF_RECEIVER, { method: "POST", headers, body }), CONTEXT)
}

async function messages(): Promise<readonly unknown[]> {
  const response = await GET(new Request(URL_OF_RECEIVER), CONTEXT)
  return ((await response.json()) as { messages: readonly unknown[] }).messages
}

test("received alerts are listed newest first, with their checked signatures", async () => {
  const body = '{"id":"a1","watch":"w1","condition":"regime"}'
  expect(await (await post(body, SECRET)).json()).toEqual({ received: true, signature: "valid" })
  expect(await (await post(body, "other")).json()).toEqual({ received: true, signature: "invalid" })
  expect(await (await post("no JSON", SECRET)).json()).toEqual({ received: true, signature: "invalid" })
  await callSandboxTelegram("sendMessage", { chat_id: "42", text: "Too early" })
  await writeToBot(new Request(URL_OF_RECEIVER, { method: "POST", body: '{"chat_id":42,"text":"/start"}' }), CONTEXT)
  await callSandboxTelegram("sendMessage", { chat_id: "42", text: "Hello" })
  expect(await messages()).toMatchObject([
    { channel: "telegram", request: expect.stringContaining("/bot<token>/sendMessage"), signature: null },
    { channel: "webhook", body: "no JSON", signature: "invalid" },
    { channel: "webhook", signature: "invalid" },
    {
      channel: "webhook",
      request: "POST /api/sandbox/alerts",
      headers: { "x-signal402-id": "a1" },
      body: { watch: "w1" },
      signature: "valid",
      received_at: "2026-11-20T15:07:00.000Z",
    },
  ])
})

test("the receiver answers a challenge with its token", async () => {
  const body = '{"type":"challenge","signal402_challenge":"abc"}'
  const response = await POST(new Request(URL_OF_RECEIVER, { method: "POST", body }), CONTEXT)
  expect(await response.json()).toEqual({ signal402_challenge: "abc" })
})

test("in live mode the path is unknown", async () => {
  const home: Record<symbol, unknown> = globalThis
  home[Symbol.for("signal402.config")] = parseEnv({
    MODE: "live",
    PUBLIC_ORIGIN: "https://signal402.example",
    RPC_URL: "https://node.example",
    PAY_TO: "0x00000000000000000000000000000000000Fee01",
    SETTLER_PRIVATE_KEY: `0x${"11".repeat(32)}`,
  })
  for (const [known, unknown] of [
    [GET, getUnknown],
    [POST, postUnknown],
  ] as const) {
    const method = known === GET ? "GET" : "POST"
    const [answer, expected] = [
      await known(new Request(URL_OF_RECEIVER, { method }), CONTEXT),
      await unknown(new Request(URL_OF_RECEIVER, { method }), CONTEXT),
    ]
    expect([answer.status, expected.status]).toEqual([404, 404])
    const [body, expectedBody] = [await answer.json(), await expected.json()].map((problem: object) => ({
      ...problem,
      request_id: null,
    }))
    expect(body).toEqual(expectedBody)
  }
  expect(alertForms()).toMatchObject({ outlet: { local: [] }, telegram: null, vapid: null })
})

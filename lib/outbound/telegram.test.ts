import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { sendTelegram, telegramMessage } from "./telegram"

const TOKEN = "123456:abcdefghijklmnopqrstuvwxyzABCDEFGHI"
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

type Received = { readonly url: string | undefined; readonly body: unknown }

async function botApi(status: number, answer: unknown, received: Received[] = []): Promise<string> {
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (part: Buffer) => (body += part.toString()))
    request.on("end", () => {
      received.push({ url: request.url, body: JSON.parse(body) as unknown })
      response.writeHead(status).end(JSON.stringify(answer))
    })
  }).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const message = telegramMessage("-1001234567890", "BTC is above $120,000")

test("sendTelegram() posts the message to sendMessage in the format of the Bot API", async () => {
  const received: Received[] = []
  const api = await botApi(200, { ok: true, result: { message_id: 1 } }, received)
  expect(await sendTelegram({ token: TOKEN, api }, message)).toBeNull()
  expect(received).toEqual([
    {
      url: `/bot${TOKEN}/sendMessage`,
      body: {
        chat_id: "-1001234567890",
        text: "BTC is above $120,000",
        link_preview_options: { is_disabled: true },
      },
    },
  ])
})

test.each([
  [
    429,
    { ok: false, error_code: 429, description: "Too Many Requests: retry after 35", parameters: { retry_after: 35 } },
    { reason: "Telegram answered 429: Too Many Requests: retry after 35.", isFinal: false, retryAfterMs: 35_000 },
  ],
  [
    403,
    { ok: false, error_code: 403, description: "Forbidden: bot was blocked by the user" },
    { reason: "Telegram answered 403: Forbidden: bot was blocked by the user.", isFinal: true },
  ],
  [401, { ok: false, error_code: 401, description: "Unauthorized" }, { reason: expect.any(String), isFinal: false }],
  [502, "<html>", { reason: "Telegram answered 502: not in its format.", isFinal: false }],
])("status %i is a failed delivery, and isFinal says whether a retry is useless", async (status, answer, expected) => {
  const api = await botApi(status, answer)
  expect(await sendTelegram({ token: TOKEN, api }, message)).toEqual(expected)
})

test("no error contains the bot token", async () => {
  const failed = await sendTelegram({ token: TOKEN, api: "http://127.0.0.1:1" }, message)
  expect(failed?.reason).toMatch(/^No answer/)
  expect(JSON.stringify(failed)).not.toContain(TOKEN)
})

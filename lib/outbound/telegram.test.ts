import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { createPublicPost } from "./public-post"
import { sendTelegram, telegramBotName, telegramCall, telegramMessage, telegramUpdates } from "./telegram"

const TOKEN = "123456:abcdefghijklmnopqrstuvwxyzABCDEFGHI"
const servers: Server[] = []
const callTo = (api: string) => telegramCall({ token: TOKEN, api }, createPublicPost())

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
  expect(await sendTelegram(callTo(api), message)).toBeNull()
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
  expect(await sendTelegram(callTo(api), message)).toEqual(expected)
})

test("no error contains the bot token", async () => {
  const failed = await sendTelegram(callTo("http://127.0.0.1:1"), message)
  expect(failed?.reason).toMatch(/^No answer/)
  expect(JSON.stringify(failed)).not.toContain(TOKEN)
})

test("telegramUpdates() reads messages and posts of channels, and skips what has an unknown form", async () => {
  const received: Received[] = []
  const result = [
    { update_id: 7, message: { message_id: 1, date: 1, chat: { id: 42, type: "private" }, text: "/start abc" } },
    { update_id: 8, message: { message_id: 2, date: 1, chat: { id: 42, type: "private" }, photo: [] } },
    { update_id: 9, channel_post: { message_id: 3, date: 1, chat: { id: -1001, type: "channel" }, text: "/stop" } },
    { update_id: 10, message: { chat: "odd" } },
  ]
  const api = await botApi(200, { ok: true, result }, received)
  expect(await telegramUpdates(callTo(api), 7)).toEqual([
    { id: 7, chat: "42", text: "/start abc" },
    { id: 8, chat: "42", text: null },
    { id: 9, chat: "-1001", text: "/stop" },
    { id: 10, chat: null, text: null },
  ])
  expect(received[0]).toMatchObject({
    url: `/bot${TOKEN}/getUpdates`,
    body: { offset: 7, limit: 20, timeout: 5, allowed_updates: ["message", "channel_post"] },
  })
})

test("the name of the bot is that of getMe, and an error has no token", async () => {
  const me = { ok: true, result: { id: 1, is_bot: true, first_name: "S", username: "signal402_bot" } }
  expect(await telegramBotName(callTo(await botApi(200, me)))).toBe("signal402_bot")
  const failed = telegramBotName(callTo(await botApi(401, { ok: false, error_code: 401, description: "Unauthorized" })))
  await expect(failed).rejects.toThrow("Status 401")
})

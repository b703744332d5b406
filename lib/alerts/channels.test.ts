import { expect, test, vi } from "vitest"
import { createPublicPost, type PublicPost } from "@/lib/outbound/public-post"
import type { Alert, Watch } from "@/lib/store/alert-rows"
import { alertTargetError, type Channels, sendAlert } from "./channels"

const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
const AUTH = "BTBZMqHH6r4Tts7J_aSIgg"

const CODE = "0123456789abcdef0123456789abcdef"
const sent: unknown[] = []
const chats = new Map([[CODE, { chat: "42" }]])
const noChats = { connect: vi.fn(), stop: vi.fn(), prune: vi.fn() }
const channels: Channels = {
  origin: "https://signal402.example",
  outlet: { post: createPublicPost(), local: [] },
  telegram(method, body) {
    sent.push({ method, body })
    return Promise.resolve({ status: 200, text: '{"ok":true,"result":{}}', retryAfterMs: null })
  },
  chats: { ...noChats, find: (code) => Promise.resolve(chats.get(code) ?? null) },
  vapid: { privateKey: `0x${"11".repeat(32)}`, subject: "mailto:ops@example.com" },
  resources: ["/regime"],
  price: () => Promise.resolve(120_360),
}

const alert = { id: "a1", watchId: "w1", condition: "above:BTC:120000", createdMs: NOW_MS } as Alert
const watchOf = (target: string) => ({ id: "w1", target, secret: "secret" }) as Watch

const FORM = "must be telegram:<code of 22 to 64 letters and digits> or push:<p256dh>:<auth>:<endpoint>"

test.each([
  ["https://hooks.example.com/a", null],
  ["http://hooks.example.com/a", "must begin with https://"],
  ["https://10.0.0.1/a", "must name a host and no address"],
  ["https://hooks.slack.com/other", expect.stringContaining("Slack")],
  [`telegram:${CODE}`, null],
  ["telegram:123456", FORM],
  ["telegram:-1001234567890", FORM],
  ["telegram:@my_channel", FORM],
  [`push:${POINT}:${AUTH}:https://updates.push.services.mozilla.com/x`, null],
  [`push:${POINT}:${AUTH}:https://push.example.com/x`, "must be of the push service of a browser"],
  [`push:${POINT}:${AUTH}:https://127.0.0.1/x`, "must name a host and no address"],
  [`push:A${POINT.slice(1)}:${AUTH}:https://fcm.googleapis.com/x`, "must have a p256dh on the curve P-256"],
  ["push:https://push.example.com/x", FORM],
])("the error of the target %s is %s", (target, expected) => {
  expect(alertTargetError(target, channels)).toEqual(expected)
})

test("a channel without the operator's configuration is refused", () => {
  const none = { ...channels, telegram: null, vapid: null }
  expect(alertTargetError(`telegram:${CODE}`, none)).toMatch(/no bot/)
  expect(alertTargetError(`push:${POINT}:${AUTH}:https://fcm.googleapis.com/x`, none)).toMatch(/not offered/)
})

const send = (target: string) => {
  const message = { alert, watch: watchOf(target), timeoutMs: 1_000 }
  return sendAlert(message, channels, NOW_MS)
}

test("a connected chat gets the message, which has no sold value; another one gets nothing", async () => {
  expect(await send(`telegram:${CODE}`)).toBeNull()
  expect(await send("telegram:ffffffffffffffffffffffff")).toEqual({ reason: "No chat has sent the code to the bot." })
  expect(sent).toEqual([
    {
      method: "sendMessage",
      body: {
        chat_id: "42",
        text: "BTC went above $120,000, now $120,360, +0.30% from $120,000\n2026-11-20T15:07:00.000Z\nhttps://signal402.example/coins/BTC",
        link_preview_options: { is_disabled: true },
      },
    },
  ])
})

test("a webhook about a price says where the price is now", async () => {
  const bodies: unknown[] = []
  const post: PublicPost = (_url, { body }) => {
    bodies.push(JSON.parse(body.toString()))
    return Promise.resolve({ status: 204, text: "", retryAfterMs: null })
  }
  const at = (price: number | null) => {
    const message = { alert, watch: watchOf("https://hooks.example.com/a"), timeoutMs: 1_000 }
    return sendAlert(message, { ...channels, outlet: { post, local: [] }, price: () => Promise.resolve(price) }, NOW_MS)
  }
  expect([await at(120_360), await at(null)]).toEqual([null, null])
  expect(bodies).toEqual([
    expect.objectContaining({ now: { price_usd: 120_360, level_usd: 120_000, from_level_percent: 0.3 } }),
    expect.not.objectContaining({ now: expect.anything() }),
  ])
})

test("a watch with a chat id, as it was sold before chats had codes, ends", async () => {
  expect(await send("telegram:42")).toMatchObject({ isFinal: true })
})

test("a target that is an address is refused at delivery", async () => {
  expect(await send("https://127.0.0.1/a")).toEqual({
    reason: "The target must name a host and no address.",
    isFinal: true,
  })
  expect(await send(`push:${POINT}:${AUTH}:https://127.0.0.1/x`)).toEqual({
    reason: "The endpoint must name a host and no address.",
    isFinal: true,
  })
})

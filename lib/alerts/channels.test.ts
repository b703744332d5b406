import { expect, test } from "vitest"
import type { Alert, Watch } from "@/lib/store/alert-store"
import { alertTargetError, type Channels, sendAlert } from "./channels"

const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
const AUTH = "BTBZMqHH6r4Tts7J_aSIgg"

const sent: unknown[] = []
const channels: Channels = {
  origin: "https://signal402.example",
  local: [],
  telegram: "recorded",
  vapid: { privateKey: `0x${"11".repeat(32)}`, subject: "mailto:ops@example.com" },
  resources: ["/regime"],
  onTelegram: (message) => Promise.resolve(void sent.push(message)),
}

const alert = { id: "a1", watchId: "w1", condition: "above:BTC:120000", createdMs: NOW_MS } as Alert
const watchOf = (target: string) => ({ id: "w1", target, secret: "secret" }) as Watch

test.each([
  ["https://hooks.example.com/a", null],
  ["http://hooks.example.com/a", "must begin with https://"],
  ["https://10.0.0.1/a", "must name a host and no address"],
  ["telegram:123456", null],
  ["telegram:-1001234567890", null],
  ["telegram:@my_channel", null],
  ["telegram:someone", "must be telegram:<chat id> or push:<p256dh>:<auth>:<endpoint>"],
  [`push:${POINT}:${AUTH}:https://push.example.com/x`, null],
  [`push:${POINT}:${AUTH}:https://127.0.0.1/x`, "must name a host and no address"],
  [`push:A${POINT.slice(1)}:${AUTH}:https://push.example.com/x`, "must have a p256dh on the curve P-256"],
  ["push:https://push.example.com/x", "must be telegram:<chat id> or push:<p256dh>:<auth>:<endpoint>"],
])("the error of the target %s is %s", async (target, expected) => {
  expect(await alertTargetError(target, channels, false)).toBe(expected)
})

test("a host is resolved when a watch is bought", async () => {
  const local = "https://localhost.localdomain.invalid/a"
  expect(await alertTargetError(local, channels, true)).toBe("does not resolve")
})

test("a channel without the operator's configuration is refused", async () => {
  const none = { ...channels, telegram: null, vapid: null }
  expect(await alertTargetError("telegram:1", none, false)).toMatch(/no bot/)
  expect(await alertTargetError(`push:${POINT}:${AUTH}:https://push.example.com/x`, none, false)).toMatch(/not offered/)
})

test("the sandbox records the Telegram message, which has no sold value", async () => {
  expect(await sendAlert({ alert, watch: watchOf("telegram:42"), body: "{}" }, channels, NOW_MS)).toBeNull()
  expect(sent).toEqual([
    {
      chat_id: "42",
      text: "BTC is above $120,000\n2026-11-20T15:07:00.000Z\nhttps://signal402.example/coins/BTC",
      link_preview_options: { is_disabled: true },
    },
  ])
})

test("a target that resolves to a private address at delivery is refused", async () => {
  const send = (target: string) => sendAlert({ alert, watch: watchOf(target), body: "{}" }, channels, NOW_MS)
  expect(await send("https://127.0.0.1/a")).toEqual({
    reason: "The target must name a host and no address.",
    isFinal: true,
  })
  expect(await send(`push:${POINT}:${AUTH}:https://127.0.0.1/x`)).toEqual({
    reason: "The endpoint must name a host and no address.",
    isFinal: true,
  })
})

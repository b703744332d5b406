import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { TelegramCall } from "@/lib/outbound/telegram"
import { answerBot, EMPTY_TELEGRAM, type TelegramState, writeToBot } from "@/lib/sandbox/telegram"
import type { Watch } from "@/lib/store/alert-rows"
import { type AlertStore, createAlertStore } from "@/lib/store/alert-store"
import { createTelegramChats, MAX_CODES_PER_CHAT, type TelegramChats } from "@/lib/store/telegram-chats"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { telegramReader } from "./telegram-starts"

const NOW_MS = 1_795_176_000_000
const HOUR_MS = 3_600_000
const CODE = "0123456789abcdef0123456789abcdef"

describe.each(databases)("chats on $name", ({ open }) => {
  let database: TestDatabase
  let chats: TelegramChats
  let alerts: AlertStore
  let state: TelegramState
  let read: () => Promise<void>
  const sent: { readonly chat_id: string; readonly text: string }[] = []

  beforeEach(async () => {
    database = await open()
    chats = createTelegramChats(database.store)
    alerts = createAlertStore(database.store)
    state = EMPTY_TELEGRAM
    sent.length = 0
    read = telegramReader({ call, chats, alerts, clock: () => NOW_MS })
  })
  afterEach(() => database.close())

  /** Telegram, as the sandbox has it. */
  const call: TelegramCall = (method, body) => {
    const response = answerBot(state, { method, body, nowMs: NOW_MS })
    state = response.state
    if (method === "sendMessage") sent.push(body as (typeof sent)[number])
    return Promise.resolve({ status: response.status, text: JSON.stringify(response.body), retryAfterMs: null })
  }

  const write = (chat: number, text: string) => {
    state = writeToBot(state, { chat, text, nowMs: NOW_MS })
  }

  const watch: Watch = {
    id: "w1",
    owner: "0xa1",
    payer: "0xa1",
    target: `telegram:${CODE}`,
    secret: "secret",
    conditions: ["regime"],
    states: [null],
    status: "active",
    createdMs: NOW_MS,
    untilMs: NOW_MS + HOUR_MS,
    endReason: null,
  }

  test("/start with a code connects the chat, and its waiting alerts are due at once", async () => {
    await alerts.add(watch)
    const waiting = { attempts: 3, createdMs: NOW_MS, nextMs: NOW_MS + HOUR_MS, endedMs: null, error: "No chat" }
    await alerts.advance(
      watch,
      [null],
      [{ id: "a1", watchId: "w1", condition: "regime", status: "queued", ...waiting }],
    )
    expect(await chats.find(CODE)).toBeNull()
    write(42, `/start ${CODE}`)
    await read()
    expect(await chats.find(CODE)).toEqual({ chat: "42" })
    expect(sent).toMatchObject([{ chat_id: "42", text: expect.stringContaining("Waiting: 1.") }])
    expect((await alerts.listDue(NOW_MS)).map(({ alert }) => alert.id)).toEqual(["a1"])
    await read()
    expect(sent, "each update is read once").toHaveLength(1)
  })

  test("in a group the bot's name may follow; another chat cannot take a code", async () => {
    write(-100, `/start@signal402_sandbox_bot ${CODE}`)
    write(666, `/start ${CODE}`)
    await read()
    expect(await chats.find(CODE)).toEqual({ chat: "-100" })
    expect(sent[1]).toMatchObject({ chat_id: "666", text: expect.stringContaining("Another chat") })
  })

  test("/stop ends the alerts of the chat, and only who has the code starts them again", async () => {
    await alerts.add(watch)
    await alerts.add({ ...watch, id: "w2", target: "https://hooks.example.com/" })
    write(42, `/start ${CODE}`)
    write(7, "/stop")
    await read()
    expect(await alerts.find("w1")).toMatchObject({ status: "active" })
    write(42, "/stop")
    await read()
    expect(await alerts.find("w1")).toMatchObject({ status: "ended", endReason: "The chat has stopped its alerts." })
    expect(await alerts.find("w2")).toMatchObject({ status: "active" })
    expect(await chats.find(CODE)).toBe("stopped")
    write(42, `/start ${CODE}`)
    await read()
    expect(await chats.find(CODE)).toEqual({ chat: "42" })
  })

  test("other texts get no answer, a wrong code gets help, and a chat has a limited number of codes", async () => {
    for (const text of ["hello", "/help", `start ${CODE}`, "/start", "/start short", "/start a b"]) write(42, text)
    await read()
    expect(sent.map(({ text }) => text.includes("Open the link"))).toEqual([true, true])
    for (let n = 0; n <= MAX_CODES_PER_CHAT; n += 1) write(42, `/start ${CODE.slice(2)}${n}`)
    await read()
    expect(sent.at(-1)?.text).toMatch(/too many codes/)
    await chats.prune(NOW_MS + 1)
    expect(await chats.find(`${CODE.slice(2)}0`), "codes without a watch are deleted").toBeNull()
  })
})

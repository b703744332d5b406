import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { SendError } from "@/lib/outbound/send-error"
import type { Alert, Watch } from "@/lib/store/alert-rows"
import { type AlertStore, createAlertStore } from "@/lib/store/alert-store"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { createAlertSender } from "./alert-sender"

const NOW_MS = 1_795_176_000_000
const HOUR_MS = 3_600_000

type Part = { readonly id: string; readonly host: string; readonly payer: string }

const watchOf = ({ id, host, payer }: Part): Watch => ({
  id,
  owner: payer,
  payer,
  target: `https://${host}/hook`,
  secret: "secret",
  conditions: ["regime"],
  states: ["MARKUP"],
  status: "active",
  createdMs: NOW_MS,
  untilMs: NOW_MS + 24 * HOUR_MS,
  endReason: null,
})

const alertOf = (watchId: string, changes: Partial<Alert> = {}): Alert => ({
  id: `${watchId}-${changes.createdMs ?? NOW_MS}`,
  watchId,
  condition: "regime",
  status: "queued",
  attempts: 0,
  createdMs: NOW_MS,
  nextMs: NOW_MS,
  endedMs: null,
  error: null,
  ...changes,
})

describe.each(databases)("the sender on $name", ({ open }) => {
  let database: TestDatabase
  let alerts: AlertStore
  /** Watches whose receivers have the alert, in order. */
  let asked: string[]
  let answers: Map<string, (result: SendError | null) => void>

  beforeEach(async () => {
    database = await open()
    alerts = createAlertStore(database.store)
    asked = []
    answers = new Map()
  })
  afterEach(() => database.close())

  /** Receivers that answer when the test releases them. */
  const sender = () =>
    createAlertSender({
      store: database.store,
      clock: () => NOW_MS,
      send({ watch }) {
        asked.push(watch.id)
        return new Promise((resolve) => answers.set(watch.id, resolve))
      },
      onFault(cause) {
        throw cause
      },
    })

  async function add(part: Part, ...changes: readonly Partial<Alert>[]): Promise<void> {
    const watch = watchOf(part)
    await alerts.add(watch)
    for (const change of changes) await alerts.advance(watch, watch.states, [alertOf(part.id, change)])
  }

  function answerAll(): void {
    for (const answer of answers.values()) answer(null)
  }

  test("an honest alert is sent while 160 receivers that never answer hold their places", async () => {
    const silent = Array.from({ length: 160 }, (_, n) => ({ id: `s${n}`, host: `h${n}.example.com`, payer: `p${n}` }))
    for (const part of silent) await add(part, {})
    await add({ id: "first", host: "first.example.org", payer: "first" }, {})
    await add(
      { id: "proven", host: "proven.example.org", payer: "proven" },
      { status: "delivered", attempts: 1, createdMs: NOW_MS - 1 },
      {},
    )
    const one = sender()
    await one.sendDue()
    expect(asked).toContain("first")
    expect(asked).toContain("proven")
    expect(asked).toHaveLength(162)
    await one.sendDue()
    expect(asked, "nobody is asked twice").toHaveLength(162)
    answerAll()
    await one.idle()
  })

  test("one payer and one host have 8 attempts at once, and the next starts when one ends", async () => {
    for (let n = 0; n < 12; n += 1) {
      await add({ id: `p${n}`, host: `h${n}.example.com`, payer: "greedy" }, {})
      await add({ id: `h${n}`, host: "one.example.org", payer: `p${n}` }, {})
    }
    const one = sender()
    await one.sendDue()
    const count = (letter: string) => asked.filter((id) => id.startsWith(letter)).length
    expect([count("p"), count("h")]).toEqual([8, 8])
    answers.get(asked.find((id) => id.startsWith("p")) ?? "")?.(null)
    await expect.poll(() => count("p")).toBe(9)
    expect(count("h")).toBe(8)
    const idle = one.idle()
    answerAll()
    await idle
    expect(asked, "what waits is left to the next reading").toHaveLength(17)
  })

  test("an attempt that takes long gives its place in the queue to the next one", async () => {
    const past = { status: "delivered", attempts: 1, createdMs: NOW_MS - 1 } as const
    for (let n = 0; n < 140; n += 1) {
      await add({ id: `s${n}`, host: `h${n}.example.com`, payer: `p${n}` }, past, {})
    }
    await add({ id: "honest", host: "honest.example.org", payer: "honest" }, past, {})
    const one = sender()
    await one.sendDue()
    expect(asked).toHaveLength(128)
    await expect.poll(() => asked, { timeout: 20_000 }).toContain("honest")
    answerAll()
    await one.idle()
  })

  test("targets that have never answered hold up none at the same host that has", async () => {
    for (let n = 0; n < 12; n += 1) await add({ id: `h${n}`, host: "one.example.org", payer: `p${n}` }, {})
    const past = { status: "delivered", attempts: 1, createdMs: NOW_MS - 1 } as const
    await add({ id: "proven", host: "one.example.org", payer: "proven" }, past, {})
    const one = sender()
    await one.sendDue()
    expect(asked).toContain("proven")
    const idle = one.idle()
    answerAll()
    await idle
  })

  test("failing targets have 64 places of their own", async () => {
    for (let n = 0; n < 70; n += 1) {
      await add({ id: `f${n}`, host: `h${n}.example.com`, payer: `p${n}` }, { attempts: 1 })
    }
    await add({ id: "first", host: "first.example.org", payer: "first" }, {})
    const one = sender()
    await one.sendDue()
    expect(asked).toHaveLength(65)
    expect(asked).toContain("first")
    const idle = one.idle()
    answerAll()
    await idle
  })

  test("a final failure ends the watch with its reason, and its queue with it", async () => {
    await add({ id: "gone", host: "gone.example.com", payer: "p" }, {}, { createdMs: NOW_MS + 1, nextMs: NOW_MS })
    const one = sender()
    await one.sendDue()
    answers.get("gone")?.({ reason: "The receiver answered 410.", isFinal: true })
    await one.idle()
    expect(await alerts.find("gone")).toMatchObject({ status: "ended", endReason: "The receiver answered 410." })
    expect(await alerts.log("gone", 5)).toMatchObject([
      { status: "failed", attempts: 0, error: "The receiver answered 410." },
      { status: "failed", attempts: 1, error: "The receiver answered 410." },
    ])
  })
})

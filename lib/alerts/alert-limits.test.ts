import { NO_DERIVATIVES } from "@/tools/testing/alerts/facts"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { AlertFacts } from "@/lib/domain/alerts/condition"
import type { Watch } from "@/lib/store/alert-rows"
import { type AlertStore, createAlertStore } from "@/lib/store/alert-store"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { evaluateWatches } from "./alert-job"

const NOW_MS = 1_795_176_000_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const watchOf = (id: string, changes: Partial<Watch> = {}): Watch => ({
  id,
  owner: "0xa1",
  payer: "0xa1",
  target: `https://${id}.example.com/hook`,
  secret: "secret",
  conditions: ["above:BTC:100"],
  states: ["not met"],
  status: "active",
  createdMs: NOW_MS,
  untilMs: NOW_MS + 7 * DAY_MS,
  endReason: null,
  ...changes,
})

describe.each(databases)("limits of alerts on $name", ({ open }) => {
  let database: TestDatabase
  let alerts: AlertStore
  let nowMs: number

  beforeEach(async () => {
    database = await open()
    alerts = createAlertStore(database.store)
    nowMs = NOW_MS
  })
  afterEach(() => database.close())

  async function evaluate(price: number): Promise<void> {
    const nothing = { BTC: null, ETH: null, SOL: null }
    const facts: AlertFacts = {
      prices: { ...nothing, BTC: price },
      directions: nothing,
      resources: {},
      regime: null,
      ranges: { BTC: null, ETH: null, SOL: null },
      candles: { BTC: null, ETH: null, SOL: null },
      derivatives: NO_DERIVATIVES,
      critical: null,
    }
    await evaluateWatches({ store: database.store, facts: () => Promise.resolve(facts), clock: () => nowMs })
  }

  const logOf = async (id: string) => (await alerts.log(id, 500)).map(({ status, error }) => ({ status, error }))

  test("a price that crosses its level every 10 seconds raises an alert every 10 minutes", async () => {
    await alerts.add(watchOf("w1"))
    for (let tick = 0; tick < 120; tick += 1) {
      await evaluate(tick % 2 === 0 ? 101 : 99)
      nowMs += 10_000
    }
    expect(await logOf("w1")).toHaveLength(2)
  })

  test("what changed during the pause is found after it, against the state of the last alert", async () => {
    await alerts.add(watchOf("w1"))
    await evaluate(101)
    nowMs += MINUTE_MS
    await evaluate(99)
    nowMs += MINUTE_MS
    await evaluate(101)
    nowMs += 10 * MINUTE_MS
    await evaluate(101)
    expect(await logOf("w1"), "the level is still crossed, which was said").toHaveLength(1)
    nowMs += MINUTE_MS
    await evaluate(99)
    await evaluate(101)
    expect(await logOf("w1")).toHaveLength(2)
  })

  test("a target gets 48 alerts in 24 hours, whatever watches name it; what is above is in the log", async () => {
    const target = "https://hooks.example.com/one"
    for (let n = 0; n < 60; n += 1) await alerts.add(watchOf(`w${n}`, { target, payer: `0x${n}` }))
    await evaluate(101)
    const all = (await Promise.all(Array.from({ length: 60 }, (_, n) => logOf(`w${n}`)))).flat()
    expect(all.filter(({ status }) => status === "queued")).toHaveLength(48)
    expect(all.filter(({ status }) => status === "failed")).toEqual(
      Array.from({ length: 12 }, () => ({
        status: "failed",
        error: "More than 48 alerts to this target in 24 hours.",
      })),
    )
    nowMs += DAY_MS
    await alerts.add(watchOf("later", { target, payer: "0xlater" }))
    await evaluate(101)
    expect(await logOf("later"), "a day later the count begins again").toEqual([{ status: "queued", error: null }])
  })

  test("all targets of a payer get 200 alerts together, and those of another payer are not counted", async () => {
    const conditions = Array.from({ length: 10 }, (_, n) => `above:BTC:${n + 1}`)
    const states = conditions.map(() => "not met")
    for (let n = 0; n < 21; n += 1) await alerts.add(watchOf(`w${n}`, { conditions, states }))
    await alerts.add(watchOf("other", { payer: "0xb2" }))
    await evaluate(101)
    const all = (await Promise.all(Array.from({ length: 21 }, (_, n) => logOf(`w${n}`)))).flat()
    expect(all.filter(({ status }) => status === "queued")).toHaveLength(200)
    expect(await logOf("other")).toEqual([{ status: "queued", error: null }])
  })
})

import { expect, test } from "vitest"
import { DAY_MS } from "@/lib/domain/utc-day"
import { createDailyAnchor } from "./daily-anchor"

const MIDNIGHT = Date.UTC(2026, 10, 20)
const HEAD = "ab".repeat(32)

type AnchorState = { readonly signedMs?: number | null; readonly head?: string | null }

function open({ signedMs = null, head = HEAD }: AnchorState = {}) {
  const state = { nowMs: MIDNIGHT + 60_000, signedMs, head, reads: 0, faults: [] as string[], fails: false }
  const anchor = createDailyAnchor({
    newestSignedMs: async () => {
      state.reads += 1
      if (state.fails) throw new Error("no database")
      return state.signedMs
    },
    head: async () => state.head,
    clock: () => state.nowMs,
    log: (event) => state.faults.push(event),
  })
  return { state, anchor }
}

test("the head is offered once, and again after ten minutes when no transaction with it was recorded", async () => {
  const { state, anchor } = open()
  expect(await anchor()).toBe(HEAD)
  expect(await anchor()).toBeNull()
  state.nowMs += 600_000
  expect(await anchor()).toBe(HEAD)
  state.signedMs = state.nowMs
  state.nowMs += 600_000
  expect(await anchor()).toBeNull()
})

test("after a recorded anchor the store is not read until the next UTC day", async () => {
  const { state, anchor } = open({ signedMs: MIDNIGHT + 1 })
  expect(await anchor()).toBeNull()
  state.nowMs = MIDNIGHT + DAY_MS - 1
  expect(await anchor()).toBeNull()
  expect(state.reads).toBe(1)
  state.nowMs = MIDNIGHT + DAY_MS
  expect(await anchor()).toBe(HEAD)
})

test("an empty chain offers no anchor, and a failing database is logged and offers none", async () => {
  expect(await open({ head: null }).anchor()).toBeNull()
  const { state, anchor } = open()
  state.fails = true
  expect(await anchor()).toBeNull()
  expect(state.faults).toEqual(["record_anchor_failed"])
})

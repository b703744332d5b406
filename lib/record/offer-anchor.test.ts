import { expect, test } from "vitest"
import { type Acceptance, FIRST_LINK, linkAfter } from "@/lib/domain/track-record/record-anchor"
import { HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import type { AnchorCheckState } from "./anchor-check"
import { createAnchorOffer } from "./offer-anchor"

const START_MS = Date.UTC(2026, 10, 20)
const hashOf = (n: number) => n.toString(16).padStart(64, "0")
const first = { link: FIRST_LINK, head: hashOf(1) }
const onChain = { ...first, transaction: "0x01", blockNumber: 5, timeMs: START_MS, sender: "0x05" } as const

type Newest = typeof first & { readonly signedMs: number; readonly minedMs: number | null }

function open() {
  const state = {
    nowMs: START_MS + HOUR_MS,
    checked: { kind: "agrees", newest: null, checkedMs: START_MS } as AnchorCheckState,
    newest: null as Newest | null,
    acceptances: [] as Acceptance[],
    head: hashOf(1) as string | null,
    reads: 0,
    faults: [] as string[],
    fails: false,
  }
  const offer = createAnchorOffer({
    anchors: {
      newest: async () => {
        state.reads += 1
        if (state.fails) throw new Error("no database")
        return state.newest
      },
      acceptances: async () => state.acceptances,
    },
    checked: () => state.checked,
    head: async () => state.head,
    sha256: testSha256,
    clock: () => state.nowMs,
    log: (event) => state.faults.push(event),
  })
  return { state, offer }
}

test("the first anchor has no link, and is offered again after ten minutes when no transaction was recorded", async () => {
  const { state, offer } = open()
  expect(await offer()).toEqual(first)
  expect(await offer()).toBeNull()
  state.nowMs += 600_000
  expect(await offer()).toEqual(first)
})

test("the next anchor follows once the record has a new head and the anchor before is in a block", async () => {
  const { state, offer } = open()
  const signedMs = state.nowMs
  state.newest = { ...first, signedMs, minedMs: null }
  state.head = hashOf(2)
  state.nowMs += HOUR_MS
  expect(await offer(), "in flight").toBeNull()
  state.newest = { ...first, signedMs, minedMs: signedMs + 1 }
  state.nowMs += 600_000
  expect(await offer()).toEqual({ head: hashOf(2), link: linkAfter(first, [], testSha256) })
})

test("nothing is offered for a known head, within an hour, for an empty chain, or before the comparison with the chain", async () => {
  const known = open()
  known.state.newest = { ...first, signedMs: START_MS, minedMs: START_MS + 1 }
  expect(await known.offer()).toBeNull()
  const soon = open()
  soon.state.head = hashOf(2)
  soon.state.newest = { ...first, signedMs: soon.state.nowMs - HOUR_MS + 1, minedMs: soon.state.nowMs }
  expect(await soon.offer()).toBeNull()
  const empty = open()
  empty.state.head = null
  expect(await empty.offer()).toBeNull()
  for (const checked of [{ kind: "unchecked" }, { kind: "contradicted", anchor: onChain }] as const) {
    const early = open()
    early.state.checked = checked
    expect(await early.offer()).toBeNull()
    expect(early.state.reads).toBe(0)
  }
})

test("a ledger older than the chain, or of another chain, does not name the anchor before", async () => {
  const restored = open()
  restored.state.checked = { kind: "agrees", newest: onChain, checkedMs: START_MS }
  restored.state.head = hashOf(2)
  expect((await restored.offer())?.link).toBe(linkAfter(onChain, [], testSha256))
  const foreign = open()
  foreign.state.newest = { link: hashOf(9), head: hashOf(8), signedMs: 0, minedMs: 1 }
  expect((await foreign.offer())?.link).toBe(FIRST_LINK)
})

test("what the operator accepted is in the next link, at once", async () => {
  const { state, offer } = open()
  const acceptance = { at: isoTime(state.nowMs), contradicted: "0x01", head: hashOf(1), reason: "restored backup" }
  state.newest = { ...first, signedMs: state.nowMs - 1, minedMs: state.nowMs }
  state.acceptances = [acceptance]
  expect(await offer()).toEqual({ head: hashOf(1), link: linkAfter(first, [acceptance], testSha256) })
})

test("a failing database is logged and offers nothing", async () => {
  const { state, offer } = open()
  state.fails = true
  expect(await offer()).toBeNull()
  expect(state.faults).toEqual(["record_anchor_failed"])
})

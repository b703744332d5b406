import { describe, expect, test } from "vitest"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { SourceUnavailableError } from "@/lib/outbound/errors"
import { createFakeTime } from "@/lib/testing/feed-fake-time"
import { type CachedFeedOptions, createCachedFeed, type Reader } from "./cached-feed"

const START_MS = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type FakeReader = Reader<number> & { isDown: boolean; calls: number; asOfMs: number | null }

/** A provider of the number of times that it was asked. `asOfMs` is the time of the question unless told. */
function createReader(name: string, clock: () => number): FakeReader {
  const reader: FakeReader = {
    name,
    isDown: false,
    calls: 0,
    asOfMs: null,
    async read() {
      reader.calls += 1
      if (reader.isDown) throw new SourceUnavailableError({ kind: "network", host: name, message: "It is down." })
      return { value: reader.calls, asOfMs: reader.asOfMs ?? clock() }
    },
  }
  return reader
}

function setUp(options: Partial<CachedFeedOptions<number>> = {}) {
  const time = createFakeTime(START_MS)
  const [first, second] = [createReader("first", time.clock), createReader("second", time.clock)]
  const open = () =>
    createCachedFeed<number>({
      readers: [first, second],
      clock: time.clock,
      maxAgeMs: 6 * HOUR_MS,
      pauseMs: HOUR_MS,
      random: () => 0,
      ...options,
    })
  return { time, first, second, open }
}

/** When it is asked over the next `forMs`, minutes and seconds after now, if somebody tries every second. */
async function attempts(world: ReturnType<typeof setUp>, forMs: number): Promise<readonly number[]> {
  const feed = world.open()
  const asked: number[] = []
  for (let ms = 0; ms <= forMs; ms += 1_000) {
    const before = world.first.calls
    await feed.refreshIfDue()
    if (world.first.calls > before) asked.push(ms / 1_000)
    world.time.advance(1_000)
  }
  return asked
}

describe("after failures", () => {
  test("providers are left alone for 10 s, then twice as long each time, up to a quarter of an hour", async () => {
    const world = setUp()
    world.first.isDown = world.second.isDown = true
    const waits = (await attempts(world, 2 * HOUR_MS)).map((at, index, all) => at - (all[index - 1] ?? 0))
    expect(waits).toEqual([0, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900, 900, 900])
  })

  test("they are never left alone for longer than the usual pause, nor is it ever less than a minute", async () => {
    const often = setUp({ pauseMs: 30_000 })
    often.first.isDown = often.second.isDown = true
    expect(await attempts(often, 4 * MINUTE_MS)).toEqual([0, 10, 30, 70, 130, 190])
    const seldom = setUp({ pauseMs: 5 * MINUTE_MS })
    seldom.first.isDown = seldom.second.isDown = true
    const waits = (await attempts(seldom, 30 * MINUTE_MS)).map((at, index, all) => at - (all[index - 1] ?? 0))
    expect(waits).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300, 300])
  })

  test("chance takes off up to half of each wait", async () => {
    for (const [random, seconds] of [
      [0.5, [0, 8, 23]],
      [0.999, [0, 6, 17]],
    ] as const) {
      const world = setUp({ random: () => random })
      world.first.isDown = world.second.isDown = true
      expect((await attempts(world, 40_000)).slice(0, 3)).toEqual(seconds)
    }
  })

  test("one good answer ends the back-off, whoever gives it", async () => {
    const { open, time, first, second } = setUp()
    first.isDown = second.isDown = true
    const feed = open()
    for (let failure = 0; failure < 5; failure++) {
      await feed.refreshIfDue()
      time.advance(HOUR_MS)
    }
    second.isDown = false
    await feed.refreshIfDue()
    expect(feed.status()).toMatchObject({ source: "second", isFresh: true, lastError: { source: "first" } })
    second.isDown = true
    time.advance(HOUR_MS)
    await feed.refreshIfDue()
    const asked = first.calls
    time.advance(10_000)
    await feed.refreshIfDue()
    expect(first.calls).toBe(asked + 1)
  })

  test("the last good value is served until it is too old", async () => {
    const { open, time, first, second } = setUp()
    const feed = open()
    expect(await feed.read()).toMatchObject({ value: 1, source: "first" })
    first.isDown = second.isDown = true
    time.advance(6 * HOUR_MS)
    await feed.refreshIfDue()
    expect(await feed.read()).toMatchObject({ value: 1, asOfMs: START_MS })
    time.advance(1)
    expect([await feed.read(), feed.peek()]).toEqual([null, null])
  })
})

describe("reading", () => {
  test("what is fresh is never asked for, however long it has been due", async () => {
    const { open, time, first } = setUp()
    const feed = open()
    await feed.read()
    time.advance(6 * HOUR_MS)
    await feed.read()
    expect(first.calls).toBe(1)
  })

  test("content that is dated ahead counts as of now, and far ahead not at all", async () => {
    const { open, time, first } = setUp()
    first.asOfMs = START_MS + HOUR_MS
    const feed = open()
    expect((await feed.read())?.asOfMs).toBe(START_MS)
    first.asOfMs = START_MS + 8 * HOUR_MS
    time.advance(HOUR_MS)
    await feed.refreshIfDue()
    expect(feed.status()).toMatchObject({ source: "second", lastError: { source: "first", kind: "stale" } })
  })

  test("a fault of ours is told apart from one of the provider's", async () => {
    const { open } = setUp({ readers: [{ name: "first", read: () => Promise.reject(new TypeError("a bug")) }] })
    const feed = open()
    expect(await feed.read()).toBeNull()
    expect(feed.status().lastError).toMatchObject({ source: "first", kind: "internal" })
  })
})

describe("processes that share a store", () => {
  function createMemory() {
    let stored: Sourced<number> | null = null
    const store = {
      loads: 0,
      async load(newerThanMs = 0) {
        if (stored === null || stored.fetchedAtMs <= newerThanMs) return null
        store.loads += 1
        return stored
      },
      async save(value: Sourced<number>) {
        stored = value
      },
    }
    return store
  }

  test("a restart begins with the stored value, and its pause still counts", async () => {
    const { open, time, first } = setUp({ store: createMemory() })
    await open().refreshIfDue()
    time.advance(HOUR_MS - 1)
    const restarted = open()
    await restarted.refreshIfDue()
    expect([first.calls, (await restarted.read())?.value]).toEqual([1, 1])
    time.advance(1)
    await restarted.refreshIfDue()
    expect(first.calls).toBe(2)
  })

  test("where another provider had to serve, the preferred one is asked at once", async () => {
    const { open, first } = setUp({ store: createMemory() })
    first.isDown = true
    await open().refreshIfDue()
    first.isDown = false
    const restarted = open()
    await restarted.refreshIfDue()
    expect((await restarted.read())?.source).toBe("first")
  })

  test("what another process fetched is taken once, and not fetched again", async () => {
    const store = createMemory()
    const { open, time, first } = setUp({ store })
    const [asking, following] = [open(), open()]
    await asking.refreshIfDue()
    await following.reload()
    await following.reload()
    expect([following.peek()?.value, store.loads]).toEqual([1, 1])
    time.advance(HOUR_MS)
    await asking.refreshIfDue()
    await following.reload()
    await following.refreshIfDue()
    expect([following.peek()?.value, store.loads, first.calls]).toEqual([2, 2, 2])
  })

  test("a store that fails once is forgotten as a fault when it works again", async () => {
    const store = createMemory()
    let isLocked = true
    const load = (newerThanMs?: number) => (isLocked ? Promise.reject(new Error("locked")) : store.load(newerThanMs))
    const { open, second } = setUp({ store: { ...store, load } })
    const feed = open()
    await feed.reload()
    expect(feed.status().lastError).toMatchObject({ source: "store", kind: "internal" })
    isLocked = false
    await feed.reload()
    expect([feed.status().lastError, second.calls]).toEqual([null, 0])
  })
})

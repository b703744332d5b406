import { describe, expect, test } from "vitest"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { SourceUnavailableError } from "@/lib/outbound/errors"
import { createFakeTime } from "@/tools/testing/feeds/fake-time"
import { type CachedFeedOptions, createCachedFeed, type Reader } from "./cached-feed"

const START_MS = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type FakeReader = Reader<number> & { isDown: boolean; calls: number; asOfMs: number | null }

/** A reader whose value is its number of calls. `asOfMs` is by default the time of the request. */
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
      minIntervalMs: HOUR_MS,
      random: () => 0,
      ...options,
    })
  return { time, first, second, open }
}

/** The seconds at which the first reader is called, when the feed is refreshed every second for `forMs`. */
async function attempts(setup: ReturnType<typeof setUp>, forMs: number): Promise<readonly number[]> {
  const feed = setup.open()
  const asked: number[] = []
  for (let ms = 0; ms <= forMs; ms += 1_000) {
    const before = setup.first.calls
    await feed.refreshIfDue()
    if (setup.first.calls > before) asked.push(ms / 1_000)
    setup.time.advance(1_000)
  }
  return asked
}

describe("after failures", () => {
  test("the wait is 10 s and doubles each time, up to 15 minutes", async () => {
    const setup = setUp()
    setup.first.isDown = setup.second.isDown = true
    const waits = (await attempts(setup, 2 * HOUR_MS)).map((at, index, all) => at - (all[index - 1] ?? 0))
    expect(waits).toEqual([0, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900, 900, 900])
  })

  test("the wait is at most the usual interval, or a minute when the interval is shorter", async () => {
    const often = setUp({ minIntervalMs: 30_000 })
    often.first.isDown = often.second.isDown = true
    expect(await attempts(often, 4 * MINUTE_MS)).toEqual([0, 10, 30, 70, 130, 190])
    const everyFiveMinutes = setUp({ minIntervalMs: 5 * MINUTE_MS })
    everyFiveMinutes.first.isDown = everyFiveMinutes.second.isDown = true
    const waits = (await attempts(everyFiveMinutes, 30 * MINUTE_MS)).map((at, index, all) => at - (all[index - 1] ?? 0))
    expect(waits).toEqual([0, 10, 20, 40, 80, 160, 300, 300, 300, 300])
  })

  test("random jitter shortens each wait by up to half", async () => {
    for (const [random, seconds] of [
      [0.5, [0, 8, 23]],
      [0.999, [0, 6, 17]],
    ] as const) {
      const setup = setUp({ random: () => random })
      setup.first.isDown = setup.second.isDown = true
      expect((await attempts(setup, 40_000)).slice(0, 3)).toEqual(seconds)
    }
  })

  test("one successful read of any provider ends the backoff", async () => {
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

  test("the last value is served until its maximum age", async () => {
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

describe("a fallback provider", () => {
  const DAY_MS = 24 * HOUR_MS

  /** The second provider's content is a day older than the first's, as FRED's is older than Cboe's. */
  function setUpDaily(options: Partial<CachedFeedOptions<number>> = {}) {
    const setup = setUp({ maxAgeMs: 7 * DAY_MS, graceMs: DAY_MS, ...options })
    setup.first.asOfMs = START_MS - DAY_MS
    setup.second.asOfMs = START_MS - 2 * DAY_MS
    return setup
  }

  test("does not replace a newer value after one failure, and the failure is reported", async () => {
    const { open, time, first, second } = setUpDaily()
    const feed = open()
    await feed.refreshIfDue()
    first.isDown = true
    time.advance(HOUR_MS)
    await feed.refreshIfDue()
    expect(feed.peek()).toMatchObject({ source: "first", asOfMs: START_MS - DAY_MS })
    expect(feed.status()).toMatchObject({ isFresh: true, lastError: { source: "first", kind: "network" } })
    expect(second.calls, "within the grace period no other provider is asked").toBe(0)
    first.isDown = false
    time.advance(HOUR_MS)
    await feed.refreshIfDue()
    expect(feed.status()).toMatchObject({ source: "first", lastError: null })
  })

  test("serves after the grace period once its content is at least as new", async () => {
    const { open, time, first, second } = setUpDaily()
    const feed = open()
    await feed.refreshIfDue()
    first.isDown = true
    time.advance(DAY_MS)
    await feed.refreshIfDue()
    expect([second.calls, feed.status().source]).toEqual([1, "first"])
    expect(feed.status().lastError).toMatchObject({ source: "second", kind: "stale" })
    second.asOfMs = START_MS
    time.advance(HOUR_MS)
    await feed.refreshIfDue()
    expect(feed.peek()).toMatchObject({ source: "second", asOfMs: START_MS })
  })

  test("whose content is older gets its own previous value when it is asked again", async () => {
    const given: (number | null)[] = []
    const setup = setUp()
    const second: Reader<number> = {
      name: "second",
      async read(previous) {
        given.push(previous?.value ?? null)
        return { value: given.length, asOfMs: START_MS - HOUR_MS }
      },
    }
    const feed = createCachedFeed<number>({
      readers: [setup.first, second],
      clock: setup.time.clock,
      maxAgeMs: 6 * HOUR_MS,
      minIntervalMs: HOUR_MS,
      random: () => 0,
    })
    await feed.refreshIfDue()
    setup.first.isDown = true
    for (let hour = 0; hour < 3; hour += 1) {
      setup.time.advance(HOUR_MS)
      await feed.refreshIfDue()
    }
    expect([given, feed.status().source]).toEqual([[null, 1, 2], "first"])
  })

  test("serves at once without a grace period when its content is at least as new", async () => {
    const { open, time, first } = setUp()
    const feed = open()
    await feed.refreshIfDue()
    first.isDown = true
    time.advance(HOUR_MS)
    await feed.refreshIfDue()
    expect(feed.status().source).toBe("second")
  })

  test("serves an older value when the held value is too old", async () => {
    const { open, time, first, second } = setUpDaily({ maxAgeMs: 3 * DAY_MS })
    const feed = open()
    await feed.refreshIfDue()
    first.isDown = true
    time.advance(2 * DAY_MS + 1)
    second.asOfMs = START_MS - DAY_MS + 1
    await feed.refreshIfDue()
    expect(feed.status().source).toBe("second")
  })

  test("is replaced by the preferred provider, unless that is a trading day behind", async () => {
    const { open, time, first, second } = setUpDaily({ graceMs: 0 })
    first.isDown = true
    second.asOfMs = START_MS
    const feed = open()
    await feed.refreshIfDue()
    first.isDown = false
    time.advance(HOUR_MS)
    await feed.refreshIfDue()
    expect(feed.status().source).toBe("second")
    first.asOfMs = START_MS - 8 * HOUR_MS
    time.advance(HOUR_MS)
    await feed.refreshIfDue()
    expect(feed.status().source).toBe("first")
  })

  test("does not change the previous value that the preferred provider gets", async () => {
    const given: (number | null)[] = []
    const setup = setUp()
    const first: Reader<number> = {
      name: "first",
      read(previous) {
        given.push(previous?.value ?? null)
        return setup.first.read(previous)
      },
    }
    const { clock } = setup.time
    const readers = [first, setup.second]
    const feed = createCachedFeed<number>({ readers, clock, maxAgeMs: 6 * HOUR_MS, minIntervalMs: HOUR_MS })
    await feed.refreshIfDue()
    for (const isDown of [true, false]) {
      setup.first.isDown = isDown
      setup.time.advance(HOUR_MS)
      await feed.refreshIfDue()
    }
    expect(given).toEqual([null, 1, 1])
    expect(feed.status().source).toBe("first")
  })

  test("an answer that is older than the held value is ignored and is not a fault", async () => {
    const { open, time, first, second } = setUp()
    const feed = open()
    await feed.refreshIfDue()
    first.asOfMs = START_MS - HOUR_MS
    time.advance(HOUR_MS)
    await feed.refreshIfDue()
    expect(feed.peek()).toMatchObject({ source: "first", value: 1, asOfMs: START_MS })
    expect([feed.status().lastError, second.calls]).toEqual([null, 0])
  })
})

describe("reading", () => {
  test("read() does not ask a provider while the value is fresh, even when a refresh is due", async () => {
    const { open, time, first } = setUp()
    const feed = open()
    await feed.read()
    time.advance(6 * HOUR_MS)
    await feed.read()
    expect(first.calls).toBe(1)
  })

  test("content dated slightly ahead is dated now, and content dated far ahead is refused as stale", async () => {
    const { open, time, first } = setUp()
    first.asOfMs = START_MS + HOUR_MS
    const feed = open()
    expect((await feed.read())?.asOfMs).toBe(START_MS)
    first.asOfMs = START_MS + 8 * HOUR_MS
    time.advance(HOUR_MS)
    await feed.refreshIfDue()
    expect(feed.status()).toMatchObject({ source: "second", lastError: { source: "first", kind: "stale" } })
  })

  test("an unexpected exception is reported as internal, not as a provider's fault", async () => {
    const { open } = setUp({ readers: [{ name: "first", read: () => Promise.reject(new TypeError("a bug")) }] })
    const feed = open()
    expect(await feed.read()).toBeNull()
    expect(feed.status().lastError).toMatchObject({ source: "first", kind: "internal" })
  })
})

test("the revision rises only with each accepted value, from any reader", async () => {
  const values = new Map<string, Sourced<number>>()
  const store = {
    load: async () => values.get("held") ?? null,
    save: async (held: Sourced<number>) => void values.set("held", held),
  }
  const { time, first, second, open } = setUp({ store })
  const [feed, beside] = [open(), open()]
  const seen = [feed.revision()]
  const then = async (act: () => Promise<unknown>) => {
    await act()
    seen.push(feed.revision())
  }
  await then(() => feed.read())
  await then(() => feed.read())
  time.advance(HOUR_MS)
  first.isDown = second.isDown = true
  await then(() => feed.refreshIfDue())
  first.isDown = false
  await beside.refreshIfDue()
  await then(() => feed.reload())
  await then(() => feed.reload())
  expect(seen).toEqual([0, 1, 1, 1, 2, 2])
})

test("a value of a process whose clock is ahead is one revision, also when it is reloaded repeatedly", async () => {
  const values = new Map<string, Sourced<number>>()
  const store = {
    load: async (newerThanMs = -1) => {
      const held = values.get("held") ?? null
      return held !== null && held.fetchedAtMs > newerThanMs ? held : null
    },
    save: async (held: Sourced<number>) => void values.set("held", held),
  }
  const { time, open } = setUp({ store })
  await setUp({ store, clock: () => time.clock() + 10_000 })
    .open()
    .read()
  const follower = open()
  await follower.reload()
  await follower.reload()
  await follower.reload()
  expect(follower.peek()?.value).toBe(1)
  expect(follower.revision()).toBe(1)
})

describe("a clock that is set back", () => {
  test("by an hour does not delay the next refresh", async () => {
    const { open, time, first } = setUp({ minIntervalMs: MINUTE_MS })
    const feed = open()
    await feed.refreshIfDue()
    time.advance(-HOUR_MS)
    await feed.refreshIfDue()
    expect([first.calls, feed.peek()?.asOfMs]).toEqual([2, START_MS - HOUR_MS])
  })

  test("makes a value stale and due when it is dated ahead by more than its maximum age", async () => {
    const { open, time, first } = setUp({ isDue: (held, nowMs) => nowMs - held.fetchedAtMs >= HOUR_MS })
    const feed = open()
    await feed.refreshIfDue()
    time.advance(-7 * HOUR_MS)
    expect(feed.status().isFresh).toBe(false)
    expect((await feed.read())?.value).toBe(2)
    time.advance(-2 * HOUR_MS)
    await feed.refreshIfDue()
    expect(first.calls, "a value fetched in the future is due").toBe(3)
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

  test("a restart loads the stored value and keeps its refresh interval", async () => {
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

  test("after a restart with a fallback's value the preferred provider is asked at once", async () => {
    const { open, first } = setUp({ store: createMemory() })
    first.isDown = true
    await open().refreshIfDue()
    first.isDown = false
    const restarted = open()
    await restarted.refreshIfDue()
    expect((await restarted.read())?.source).toBe("first")
  })

  test("a following process loads a new value once and does not fetch it", async () => {
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

  test("after the clock is set back a newly fetched value replaces the older one", async () => {
    const { open, time } = setUp({ store: createMemory() })
    const [asking, following] = [open(), open()]
    await asking.refreshIfDue()
    await following.reload()
    time.advance(-2 * HOUR_MS)
    await asking.refreshIfDue()
    await following.reload()
    expect(following.peek()).toMatchObject({ value: 2, fetchedAtMs: START_MS - 2 * HOUR_MS })
  })

  test("a stored value that cannot be loaded at the start is not overwritten by a value without it", async () => {
    const store = createMemory()
    // New points follow the older ones, as in series that no provider sends from the beginning.
    const readers = [
      {
        name: "first",
        read: async (previous: Sourced<number> | null) => ({ value: (previous?.value ?? 0) + 1, asOfMs: time.clock() }),
      },
    ]
    let isLocked = false
    const load = (newerThanMs?: number) => (isLocked ? Promise.reject(new Error("locked")) : store.load(newerThanMs))
    const { time, open } = setUp({ store: { ...store, load }, readers })
    for (let readings = 0; readings < 5; readings++) {
      await open().refreshIfDue()
      time.advance(HOUR_MS)
    }
    isLocked = true
    const restarted = open()
    expect((await restarted.read())?.value, "no reader waits for the store").toBe(1)
    isLocked = false
    time.advance(HOUR_MS)
    await restarted.refreshIfDue()
    expect((await open().read())?.value).toBeGreaterThanOrEqual(6)
  })

  test("a store fault is cleared when the store works again", async () => {
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

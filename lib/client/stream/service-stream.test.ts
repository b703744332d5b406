import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createStore } from "@/lib/client/browser/external-store"
import { createServiceStream } from "./service-stream"

const AT = "2026-11-20T12:00:00.000Z"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const sources: { url: string; closed: boolean; emit: (name: string, data?: unknown, id?: string) => void }[] = []
  const visible = createStore(true)
  const stream = createServiceStream({
    visible,
    random: () => 0,
    open(url) {
      const handlers = new Map<string, (event: unknown) => void>()
      const source = {
        url,
        closed: false,
        emit: (name: string, data?: unknown, lastEventId = "") =>
          handlers.get(name)?.({ data: JSON.stringify(data), lastEventId }),
      }
      sources.push(source)
      return {
        addEventListener: (name: string, handler: unknown) => void handlers.set(name, handler as () => void),
        close: () => void (source.closed = true),
      }
    },
  })
  return { sources, stream, visible }
}

test("one connection serves all listeners and closes with the last listener", () => {
  const { sources, stream } = setUp()
  const heard: unknown[] = []
  const off = [1, 2].map(() => stream.on("heartbeat", (data) => heard.push(data)))
  sources[0]?.emit("heartbeat", { timestamp: AT })
  expect([sources.length, heard.length, stream.get()]).toEqual([1, 2, "live"])
  for (const each of off) each()
  expect([sources[0]?.closed, stream.get()]).toEqual([true, "connecting"])
})

test("a stream without events for 45 s is opened again from its last event", () => {
  const { sources, stream } = setUp()
  stream.on("heartbeat", () => undefined)
  sources[0]?.emit(
    "service",
    { status: "ok", mode: "sandbox", payments: { taken: true, why: null }, not_ok: [], timestamp: AT },
    "77",
  )
  vi.advanceTimersByTime(44_000)
  sources[0]?.emit("heartbeat", { timestamp: AT }, "77")
  vi.advanceTimersByTime(44_999)
  expect(stream.get()).toBe("live")
  vi.advanceTimersByTime(1)
  expect([stream.get(), sources[0]?.closed]).toEqual(["dead", true])
  vi.advanceTimersByTime(3_000)
  expect(sources.map(({ url }) => url)).toEqual(["/api/stream", "/api/stream?last_event_id=77"])
  sources[1]?.emit("heartbeat", { timestamp: AT })
  expect(stream.get()).toBe("live")
})

test("after errors the pause doubles up to a minute, and an event resets it", () => {
  const { sources, stream } = setUp()
  stream.on("heartbeat", () => undefined)
  const pauses = [3, 6, 12, 24, 48, 60, 60].map((seconds) => {
    const { length } = sources
    sources.at(-1)?.emit("error")
    vi.advanceTimersByTime(seconds * 1_000 - 1)
    expect(sources).toHaveLength(length)
    vi.advanceTimersByTime(1)
    return sources.length - length
  })
  expect(pauses).toEqual(Array(7).fill(1))
  sources.at(-1)?.emit("heartbeat", { timestamp: AT })
  sources.at(-1)?.emit("error")
  vi.advanceTimersByTime(3_000)
  expect(sources).toHaveLength(9)
})

test("a hidden page has no connection", () => {
  const { sources, stream, visible } = setUp()
  stream.on("heartbeat", () => undefined)
  visible.set(false)
  expect(sources[0]?.closed).toBe(true)
  visible.set(true)
  expect(sources).toHaveLength(2)
})

test("events of another format and late events of a closed stream are ignored", () => {
  const { sources, stream } = setUp()
  const heard: unknown[] = []
  stream.on("heartbeat", (data) => heard.push(data))
  sources[0]?.emit("heartbeat", { timestamp: "yesterday" })
  expect(stream.get()).toBe("connecting")
  sources[0]?.emit("error")
  sources[0]?.emit("heartbeat", { timestamp: AT })
  expect([heard, stream.get()]).toEqual([[], "dead"])
})

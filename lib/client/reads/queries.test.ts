import { environmentManager, focusManager, QueryObserver, type QueryObserverOptions } from "@tanstack/react-query"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import { createQueries, freeRead, pageQueries } from "./queries"
import { readFree } from "./read-free"

const Answer = z.object({ price: z.number() })
const good = () => Response.json({ price: 1 })

/** Answers the requests in this order; the last one stays. `null`: no connection. */
function serve(...answers: readonly ((() => Response) | null)[]) {
  let count = 0
  const asked = vi.fn<(path: string) => Promise<Response>>(() => {
    const answer = answers[Math.min(count, answers.length - 1)]
    count += 1
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError("Failed to fetch"))
  })
  vi.stubGlobal("fetch", asked)
  return asked
}

function observe(read: QueryObserverOptions<{ price: number }>) {
  const observer = new QueryObserver(createQueries(), read)
  const stop = observer.subscribe(() => undefined)
  return { now: () => observer.getCurrentResult(), stop }
}

beforeEach(() => {
  vi.useFakeTimers()
  // The timers of queries do not run on a server.
  environmentManager.setIsServer(() => false)
  focusManager.setFocused(true)
})

afterEach(() => {
  focusManager.setFocused(undefined)
  environmentManager.setIsServer(() => true)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe("a free read", () => {
  test("that is read once is repeated after a failure, until it succeeds", async () => {
    const asked = serve(null, () => new Response("busy", { status: 503 }), good)
    const { now, stop } = observe(freeRead("/api/x", Answer, { everyMs: false }))
    await vi.advanceTimersByTimeAsync(0)
    expect(now().error?.message).toBe("The service does not answer.")
    await vi.advanceTimersByTimeAsync(120_000)
    expect(now()).toMatchObject({ status: "success", data: { price: 1 } })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked).toHaveBeenCalledTimes(3)
    stop()
  })

  test("keeps its last good answer when a later read fails, and is read again after its own interval", async () => {
    const asked = serve(good, null, good)
    const { now, stop } = observe(freeRead("/api/x", Answer, { everyMs: 10_000 }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(now()).toMatchObject({ status: "error", data: { price: 1 } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(now().status).toBe("success")
    expect(asked).toHaveBeenCalledTimes(3)
    stop()
  })

  test("with a long interval is repeated a minute after a failure", async () => {
    const asked = serve(good, null, good)
    const { stop } = observe(freeRead("/api/x", Answer, { everyMs: 600_000 }))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveBeenCalledTimes(3)
    stop()
  })

  test("is not repeated while the page is hidden", async () => {
    const asked = serve(good)
    const { stop } = observe(freeRead("/api/x", Answer, { everyMs: 10_000 }))
    await vi.advanceTimersByTimeAsync(0)
    focusManager.setFocused(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveBeenCalledTimes(1)
    stop()
  })
})

test.each([
  [() => Response.json({ price: 1 }, { status: 503 }), "The service answered 503."],
  [() => Response.json({ cost: 1 }), "The service answered 200."],
  [() => new Response("<html>"), "The service does not answer."],
  [null, "The service does not answer."],
])("an answer that cannot be used is one error with a sentence (%#)", async (answer, message) => {
  serve(answer)
  await expect(readFree("/api/x", Answer)).rejects.toThrow(message)
})

test("a read that reports failures in its answer accepts any status", async () => {
  serve(() => Response.json({ price: 1 }, { status: 503 }))
  expect(await readFree("/api/x", Answer, { anyStatus: true })).toEqual({ price: 1 })
})

test("renders on the server share no answers", () => {
  expect(pageQueries()).not.toBe(pageQueries())
})

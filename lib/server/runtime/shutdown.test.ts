import { afterEach, beforeEach, expect, test } from "vitest"
import { isStopping, onStopping, shutdown, type ShutdownOptions } from "./shutdown"

const SHARED: Record<symbol, unknown> = globalThis
const STATE = Symbol.for("signal402.shutdown")

let order: string[]

beforeEach(() => {
  order = []
  delete SHARED[STATE]
})
afterEach(() => void delete SHARED[STATE])

const step = (name: string) => async () => {
  await Promise.resolve()
  order.push(name)
}

function options(changes: Partial<ShutdownOptions> = {}): ShutdownOptions {
  return {
    delayMs: 0,
    closeServer: step("requests answered"),
    jobs: [{ stop: step("job stopped") }],
    settler: { stop: step("lease released") },
    traces: { stop: step("spans sent") },
    sleep: () => new Promise(() => undefined),
    onFault: (cause) => void order.push(String(cause)),
    ...changes,
  }
}

test("the settler stops after the last request is answered", async () => {
  onStopping(() => void order.push("streams closed"))
  await shutdown(options())
  expect(order[0]).toBe("streams closed")
  expect(order.slice(-2)).toEqual(["lease released", "spans sent"])
  expect(order).toContain("job stopped")
  expect(isStopping()).toBe(true)
})

test("during the shutdown delay the process is not ready and its connections stay open", async () => {
  let advanceClock = (): void => undefined
  const sleep = () => new Promise<void>((resolve) => (advanceClock = resolve))
  const ended = shutdown(options({ delayMs: 3_000, sleep, jobs: [] }))
  expect([isStopping(), order]).toEqual([true, []])
  advanceClock()
  await ended
  expect(order).toEqual(["requests answered", "lease released", "spans sent"])
})

test("a request that never ends does not prevent the lease's release", async () => {
  const sleep = () => Promise.resolve()
  await shutdown(options({ closeServer: () => new Promise(() => undefined), sleep, jobs: [] }))
  expect(order).toEqual(["lease released", "spans sent"])
})

test("a failing shutdown step is reported, and the other steps run", async () => {
  await shutdown(options({ closeServer: () => Promise.reject(new Error("broken")) }))
  expect(order).toEqual(expect.arrayContaining(["Error: broken", "lease released", "job stopped"]))
})

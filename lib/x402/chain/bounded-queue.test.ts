import { expect, test } from "vitest"
import { boundedQueue } from "./bounded-queue"

const nextTick = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Calls that end when the test ends them. */
function pendingCalls() {
  const ends: (() => void)[] = []
  const call = () => new Promise<void>((resolve) => void ends.push(resolve))
  return { ends, call }
}

test("calls beyond the limit in flight wait, and a call beyond the queue's size is rejected at once", async () => {
  const { ends, call } = pendingCalls()
  const enqueue = boundedQueue({ maxConcurrent: 2, maxPending: 3 })
  const asked = [enqueue(call), enqueue(call), enqueue(call)]
  await nextTick()
  expect(ends).toHaveLength(2)
  await expect(enqueue(call)).rejects.toThrow("Too many")

  ends[0]?.()
  await nextTick()
  expect(ends).toHaveLength(3)
  for (const end of ends) end()
  await Promise.all(asked)
  const after = enqueue(async () => "served")
  await expect(after).resolves.toBe("served")
})

test("a failed call frees its place", async () => {
  const enqueue = boundedQueue({ maxConcurrent: 1, maxPending: 1 })
  await expect(enqueue(() => Promise.reject(new Error("The node is away.")))).rejects.toThrow("away")
  await expect(enqueue(async () => "served")).resolves.toBe("served")
})

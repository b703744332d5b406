import { expect, test } from "vitest"
import { boundedQueue } from "./bounded-queue"

const turn = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Calls that end when the test ends them. */
function heldCalls() {
  const ends: (() => void)[] = []
  const call = () => new Promise<void>((resolve) => void ends.push(resolve))
  return { ends, call }
}

test("calls beyond the limit in flight wait, and a call beyond the queue's size is rejected at once", async () => {
  const { ends, call } = heldCalls()
  const inTurn = boundedQueue({ callsUnderWay: 2, most: 3 })
  const asked = [inTurn(call), inTurn(call), inTurn(call)]
  await turn()
  expect(ends).toHaveLength(2)
  await expect(inTurn(call)).rejects.toThrow("Too many")

  ends[0]?.()
  await turn()
  expect(ends).toHaveLength(3)
  for (const end of ends) end()
  await Promise.all(asked)
  const after = inTurn(async () => "served")
  await expect(after).resolves.toBe("served")
})

test("a failed call frees its place", async () => {
  const inTurn = boundedQueue({ callsUnderWay: 1, most: 1 })
  await expect(inTurn(() => Promise.reject(new Error("The node is away.")))).rejects.toThrow("away")
  await expect(inTurn(async () => "served")).resolves.toBe("served")
})

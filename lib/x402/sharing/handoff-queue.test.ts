import { expect, test } from "vitest"
import { coalesce } from "./handoff-queue"

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test("calls during a run share one more run, and every run begins after its call", async () => {
  const begun: number[] = []
  let asked = 0
  const ask = coalesce(async () => {
    begun.push(asked)
    await turn()
  }, fail)
  for (; asked < 3; asked++) ask()
  await turn()
  await turn()
  expect(begun).toEqual([0, 3])
})

test("a failed run is reported, and the next one runs", async () => {
  const faults: unknown[] = []
  let runs = 0
  const ask = coalesce(
    () => {
      runs += 1
      return runs === 1 ? Promise.reject(new Error("locked")) : Promise.resolve()
    },
    (cause) => faults.push(cause),
  )
  ask()
  await turn()
  ask()
  await turn()
  expect([runs, faults]).toEqual([2, [new Error("locked")]])
})

function fail(cause: unknown): never {
  throw cause
}

import { expect, test } from "vitest"
import { singleFlight } from "./single-flight"

test("calls with one key share one run; the next call starts another", async () => {
  const started: string[] = []
  const ends: (() => void)[] = []
  const run = singleFlight(async (key: string) => {
    started.push(key)
    await new Promise<void>((resolve) => ends.push(resolve))
    return started.length
  })
  const first = [run("a"), run("a"), run("b")]
  for (const end of ends) end()
  expect(await Promise.all(first)).toEqual([2, 2, 2])
  expect(started).toEqual(["a", "b"])
  const next = run("a")
  ends.at(-1)?.()
  expect(await next).toBe(3)
})

test("a failure is shared by concurrent calls, and the next call runs again", async () => {
  let runs = 0
  const run = singleFlight<string, string>(() => {
    runs += 1
    return runs === 1 ? Promise.reject(new Error("down")) : Promise.resolve("up")
  })
  expect((await Promise.allSettled([run("a"), run("a")])).map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect(await run("a")).toBe("up")
})

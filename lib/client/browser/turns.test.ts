import { expect, test } from "vitest"
import { createLocks } from "@/lib/client/testing/locks"
import { tabTurns } from "./turns"

const forever = () => new Promise<void>(() => undefined)

function tabs() {
  const locks = createLocks()
  const [here, there] = [tabTurns(locks), tabTurns(locks)]
  if (!here || !there) throw new Error("These tabs have locks.")
  return { here, there }
}

test("of two tabs one waits until the other is done", async () => {
  const { here, there } = tabs()
  const done: string[] = []
  let end = () => {}
  const first = here.take("a", 0, () =>
    new Promise<void>((resolve) => (end = resolve)).then(() => void done.push("here")),
  )
  const second = there.take("a", 1_000, async (isOurs) => void done.push(`there ${isOurs}`))
  await there.take("b", 0, async (isOurs) => void done.push(`another ${isOurs}`))
  end()
  await Promise.all([first, second])
  expect(done).toEqual(["another true", "here", "there true"])
})

test.each([0, 5])("a tab that waits %d ms and is not let in hears so", async (waitMs) => {
  const { here, there } = tabs()
  void here.take("a", 0, forever)
  const heard: boolean[] = []
  await there.take("a", waitMs, async (isOurs) => void heard.push(isOurs))
  expect(heard).toEqual([false])
})

test("where a browser refuses locks, its tabs hear that the turn is not theirs", async () => {
  const denied = { request: () => Promise.reject(new DOMException("Denied.", "SecurityError")) }
  const heard: boolean[] = []
  await tabTurns(denied)?.take("a", 0, async (isOurs) => void heard.push(isOurs))
  expect(heard).toEqual([false])
  expect(tabTurns(undefined)).toBeNull()
})

test("a task that fails is not run again", async () => {
  let runs = 0
  const failing = async () => {
    runs += 1
    throw new Error("No.")
  }
  await expect(tabs().here.take("a", 0, failing)).rejects.toThrow("No.")
  expect(runs).toBe(1)
})

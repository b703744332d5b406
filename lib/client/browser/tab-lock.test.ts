import { expect, test } from "vitest"
import { createWebLocks } from "@/tools/testing/client/web-locks"
import { createTabLock } from "./tab-lock"

const never = () => new Promise<void>(() => undefined)

function tabs() {
  const locks = createWebLocks()
  const [here, there] = [createTabLock(locks), createTabLock(locks)]
  if (!here || !there) throw new Error("These tabs have locks.")
  return { here, there }
}

test("the second tab waits until the first one is done", async () => {
  const { here, there } = tabs()
  const done: string[] = []
  let end = () => {}
  const first = here.acquire("a", 0, () =>
    new Promise<void>((resolve) => (end = resolve)).then(() => void done.push("here")),
  )
  const second = there.acquire("a", 1_000, async (isAcquired) => void done.push(`there ${isAcquired}`))
  await there.acquire("b", 0, async (isAcquired) => void done.push(`another ${isAcquired}`))
  end()
  await Promise.all([first, second])
  expect(done).toEqual(["another true", "here", "there true"])
})

test.each([0, 5])("a tab that waits %d ms without getting the lock has isAcquired = false", async (waitMs) => {
  const { here, there } = tabs()
  void here.acquire("a", 0, never)
  const acquired: boolean[] = []
  await there.acquire("a", waitMs, async (isAcquired) => void acquired.push(isAcquired))
  expect(acquired).toEqual([false])
})

test("when the browser refuses locks, acquire() reports failure", async () => {
  const denied = { request: () => Promise.reject(new DOMException("Denied.", "SecurityError")) }
  const acquired: boolean[] = []
  await createTabLock(denied)?.acquire("a", 0, async (isAcquired) => void acquired.push(isAcquired))
  expect(acquired).toEqual([false])
  expect(createTabLock(undefined)).toBeNull()
})

test("a task that throws is not run again", async () => {
  let runs = 0
  const failing = async () => {
    runs += 1
    throw new Error("No.")
  }
  await expect(tabs().here.acquire("a", 0, failing)).rejects.toThrow("No.")
  expect(runs).toBe(1)
})

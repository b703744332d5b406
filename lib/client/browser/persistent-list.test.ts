import { expect, test } from "vitest"
import { z } from "zod"
import { memoryStorage } from "@/lib/client/testing/fixtures"
import { createPersistentList } from "./persistent-list"

const Item = z.object({ id: z.string() })

test("what was written is there after a reload", () => {
  const storage = memoryStorage()
  expect(createPersistentList(storage, "k", Item).update(() => [{ id: "a" }])).toBe(true)
  expect(createPersistentList(storage, "k", Item).get()).toEqual([{ id: "a" }])
})

test("two tabs that write in turn both keep what they wrote", () => {
  const storage = memoryStorage()
  const [one, two] = [createPersistentList(storage, "k", Item), createPersistentList(storage, "k", Item)]
  one.update((all) => [...all, { id: "a" }])
  two.update((all) => [...all, { id: "b" }])
  one.reload()
  expect(one.get()).toEqual([{ id: "a" }, { id: "b" }])
})

test.each([
  ["no JSON", "{{"],
  ["no list", '{"a":1}'],
  ["nothing", ""],
])("%s reads as an empty list", (_, text) => {
  const storage = memoryStorage()
  storage.setItem("k", text)
  expect(createPersistentList(storage, "k", Item).get()).toEqual([])
})

test("an entry that does not parse is left out and the others stay", () => {
  const storage = memoryStorage()
  storage.setItem("k", '[{"id":"a"},{"id":1},{"id":"b"}]')
  expect(createPersistentList(storage, "k", Item).get()).toEqual([{ id: "a" }, { id: "b" }])
})

test("a full browser is reported, and nothing pretends to be stored", () => {
  const storage = memoryStorage()
  const list = createPersistentList(storage, "k", Item)
  storage.limit = 0
  expect(list.update(() => [{ id: "a" }])).toBe(false)
  expect(list.get()).toEqual([])
})

import fc from "fast-check"
import { expect, test } from "vitest"
import { z } from "zod"
import { memoryStorage } from "@/tools/testing/client/fixtures"
import { createPersistentList } from "./persistent-list"

const Item = z.object({ id: z.string() })

test("a list survives a reload", () => {
  const storage = memoryStorage()
  expect(createPersistentList(storage, "k", Item).update(() => [{ id: "a" }])).toBe(true)
  expect(createPersistentList(storage, "k", Item).get()).toEqual([{ id: "a" }])
})

test("two tabs that write in turn keep both entries", () => {
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

test("an entry that does not parse is skipped, and the others stay", () => {
  const storage = memoryStorage()
  storage.setItem("k", '[{"id":"a"},{"id":1},{"id":"b"}]')
  expect(createPersistentList(storage, "k", Item).get()).toEqual([{ id: "a" }, { id: "b" }])
})

test("update() returns false when storage is full, and changes nothing", () => {
  const storage = memoryStorage()
  const list = createPersistentList(storage, "k", Item)
  storage.limit = 0
  expect(list.update(() => [{ id: "a" }])).toBe(false)
  expect(list.get()).toEqual([])
})

test("apply() keeps an entry in memory while storage is full, and writes it later", () => {
  const storage = memoryStorage()
  const [here, there] = [createPersistentList(storage, "k", Item), createPersistentList(storage, "k", Item)]
  here.update(() => [{ id: "a" }, { id: "b" }])
  storage.refuses.add("k")
  here.apply((all) => [...all.filter(({ id }) => id !== "a"), { id: "c" }])
  storage.refuses.clear()
  there.update((all) => [...all, { id: "d" }])
  here.reload()
  expect(here.get(), "neither what is gone comes back nor what is new goes").toEqual([
    { id: "b" },
    { id: "d" },
    { id: "c" },
  ])
  here.apply((all) => [...all, { id: "e" }])
  there.reload()
  expect(there.get()).toEqual([{ id: "b" }, { id: "d" }, { id: "c" }, { id: "e" }])
})

test("an entry that does not parse stays in storage after an update", () => {
  const storage = memoryStorage()
  storage.setItem("k", '[{"id":1,"from":"tomorrow"}]')
  createPersistentList(storage, "k", Item).update((all) => [...all, { id: "a" }])
  expect(JSON.parse(storage.getItem("k") ?? "")).toEqual([{ id: 1, from: "tomorrow" }, { id: "a" }])
})

test("a damaged text is copied to another key before it is overwritten", () => {
  const storage = memoryStorage()
  storage.setItem("k", '[{"id":"a"},{"id"')
  const list = createPersistentList(storage, "k", Item)
  expect(list.update((all) => [...all, { id: "b" }])).toBe(true)
  expect(storage.getItem("k.damaged")).toBe('[{"id":"a"},{"id"')
  expect(list.get()).toEqual([{ id: "b" }])
})

test("any stored text can be read and written without throwing", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const storage = memoryStorage()
      storage.setItem("k", text)
      const list = createPersistentList(storage, "k", Item)
      expect(list.update((all) => [...all, { id: "new" }])).toBe(true)
      expect(createPersistentList(storage, "k", Item).get().at(-1)).toEqual({ id: "new" })
    }),
    { numRuns: 200 },
  )
})

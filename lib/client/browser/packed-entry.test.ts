import fc from "fast-check"
import { expect, test } from "vitest"
import { answerContracts } from "@/lib/endpoints"
import { yieldsContract } from "@/lib/endpoints/yields/contract"
import { memoryStorage } from "@/tools/testing/client/fixtures"
import { z } from "zod"
import { createPacking } from "./packed-entry"
import { createPersistentList } from "./persistent-list"

const packing = createPacking(["body"])
const Item = z.object({ id: z.string(), title: z.string().optional(), body: z.unknown() })

test("what was packed is unpacked as it was, whatever it is", () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (id, value) => {
      const entry = { id, body: { value, filler: "€".repeat(1_000) } }
      const packed = packing.pack(entry)
      expect(Object.keys(packed)).toEqual(["id", "packed"])
      expect(packing.unpack(JSON.parse(JSON.stringify(packed)))).toEqual(JSON.parse(JSON.stringify(entry)))
    }),
  )
})

test("a short entry stays readable, and one that cannot be unpacked stays as it is", () => {
  const short = { id: "a", body: { price: 1 } }
  expect(packing.pack(short)).toBe(short)
  for (const odd of [null, 1, "packed", { packed: 1 }, { packed: "!" }, { packed: btoa("no deflate") }, ["packed"]])
    expect(packing.unpack(odd)).toBe(odd)
})

test("a stored list is a fraction of its JSON, and another tab or a reload reads it", () => {
  const storage = memoryStorage()
  const list = createPersistentList(storage, "k", Item, packing)
  const answers = answerContracts.map(({ id, example }) => ({ id, body: example }))
  list.update(() => answers)
  const text = storage.getItem("k") ?? ""
  expect(text.length).toBeLessThan(0.65 * JSON.stringify(answers).length)
  expect(createPersistentList(storage, "k", Item, packing).get()).toEqual(answers)
})

test("entries of before packing are read, and an entry that another version packed is kept as it is", () => {
  const storage = memoryStorage()
  const foreign = { id: "b", packed: btoa("of another version"), shape: 2 }
  storage.setItem(
    "k",
    JSON.stringify([
      { id: "a", body: { price: 1 } },
      { ...foreign, id: 2 },
    ]),
  )
  const list = createPersistentList(storage, "k", Item, packing)
  expect(list.get()).toEqual([{ id: "a", body: { price: 1 } }])
  list.update((all) => [...all, { id: "c", body: null }])
  expect(JSON.parse(storage.getItem("k") ?? "")).toEqual([
    { ...foreign, id: 2 },
    { id: "a", body: { price: 1 } },
    { id: "c", body: null },
  ])
})

test("a change packs only the items that it changed, and the others stay the same objects", () => {
  const storage = memoryStorage()
  const packed: unknown[] = []
  const counting = { ...packing, pack: (entry: object) => (packed.push(entry), packing.pack(entry)) }
  const list = createPersistentList(storage, "k", Item, counting)
  list.update(() => [{ id: "a", body: yieldsContract.example }])
  const [before] = list.get()
  list.update((all) => [...all, { id: "b", body: 1 }])
  list.update((all) => all.map((item) => (item.id === "b" ? { ...item, title: "B" } : item)))
  expect(packed).toEqual([
    { id: "a", body: yieldsContract.example },
    { id: "b", body: 1 },
    { id: "b", body: 1, title: "B" },
  ])
  list.reload()
  expect(list.get()[0]?.body).toEqual(before?.body)
})

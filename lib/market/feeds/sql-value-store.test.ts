import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { UnreadableValueError } from "./cached-feed"
import { createSqlValueStore } from "./sql-value-store"

const Points = z.array(z.object({ atMs: z.number(), value: z.number() }))
const parse = (json: unknown) => Points.parse(json)
const held = { value: [{ atMs: 1, value: 2.5 }], source: "fred", asOfMs: 10, fetchedAtMs: 20 }

describe.each(databases)("values on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  test("load() returns null before the first save", async () => {
    const values = createSqlValueStore(database.store, "vix", parse)
    expect(await values.load()).toBeNull()
  })

  test("the newest value is loaded with its provenance, separately for each feed", async () => {
    const { store } = database
    const [vix, dxy] = [createSqlValueStore(store, "vix", parse), createSqlValueStore(store, "dxy", parse)]
    await vix.save({ ...held, value: [] })
    await vix.save(held)
    await dxy.save({ ...held, source: "yahoo" })
    expect(await vix.load()).toEqual(held)
    expect(await dxy.load()).toEqual({ ...held, source: "yahoo" })
  })

  test("only a value newer than the given time is loaded, and an older value does not replace a newer", async () => {
    const values = createSqlValueStore(database.store, "vix", parse)
    await values.save(held)
    expect([await values.load(19), await values.load(20)]).toEqual([held, null])
    await values.save({ ...held, value: [], fetchedAtMs: 19 })
    expect(await values.load()).toEqual(held)
  })

  test("a value fetched before the clock was set back is replaced", async () => {
    const values = createSqlValueStore(database.store, "vix", parse)
    const ahead = { ...held, fetchedAtMs: 3_600_000 }
    await values.save(ahead)
    await values.save({ ...held, fetchedAtMs: ahead.fetchedAtMs - 60_000 })
    expect(await values.load(), "the difference is within two clocks' tolerance").toEqual(ahead)
    await values.save(held)
    expect(await values.load()).toEqual(held)
  })

  test("a long value is stored compressed and read unchanged", async () => {
    const { store } = database
    const long = { ...held, value: Array.from({ length: 20_000 }, (_, index) => ({ atMs: index, value: 1 / index })) }
    const finite = { ...long, value: long.value.slice(1) }
    const values = createSqlValueStore(store, "pools", parse)
    await values.save(finite)
    expect(await values.load()).toEqual(finite)
    const { value } = await store.selectFrom("feed_values").select("value").executeTakeFirstOrThrow()
    expect(value.length).toBeLessThan(JSON.stringify(finite.value).length / 2)
  })

  test("a stored value of another shape is refused with UnreadableValueError", async () => {
    const { store } = database
    await createSqlValueStore(store, "vix", String).save({ ...held, value: "text" })
    await expect(createSqlValueStore(store, "vix", parse).load()).rejects.toThrow(UnreadableValueError)
  })
})

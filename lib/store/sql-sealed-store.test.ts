import { afterEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { sealedStoreSuite } from "@/tools/testing/record/sealed-store-suite"
import { sealedHistory } from "@/tools/testing/record/sealed-history"
import type { MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import type { Store } from "./open-store"
import { createSqlOutcomeStore, createSqlSealedInputs, createSqlSealedStore } from "./sql-sealed-store"

describe.each(databases)("$name", ({ name, open }) => {
  let database: TestDatabase
  afterEach(() => database.close())

  sealedStoreSuite(`sealed records on ${name}`, async () => {
    database = await open()
    const { store } = database
    const inputs = createSqlSealedInputs(store)
    return { sealed: createSqlSealedStore(store), outcomes: createSqlOutcomeStore(store), inputs }
  })

  test("outcomes are cached until this process or another adds outcomes", async () => {
    database = await open()
    const counted = countRows(database.store)
    const stored = createSqlOutcomeStore(counted.store)
    const { outcomes } = sealedHistory({ days: 9, seed: 7 })
    await stored.add(outcomes.slice(2))
    expect(await stored.list()).toHaveLength(outcomes.length - 2)
    counted.reset()
    expect(await stored.list()).toHaveLength(outcomes.length - 2)
    expect(counted.rows(), "rows that a second request reads").toBe(1)
    await createSqlOutcomeStore(await database.another()).add(outcomes.slice(1))
    expect(await stored.list()).toHaveLength(outcomes.length - 1)
    await stored.add(outcomes)
    expect((await stored.list()).toSorted(byKey)).toEqual(outcomes.toSorted(byKey))
  })
})

function byKey(a: MeasuredOutcome, b: MeasuredOutcome): number {
  return `${a.id} ${a.horizon}` < `${b.id} ${b.horizon}` ? -1 : 1
}

/** A store that counts the rows which are read from it. */
function countRows(store: Store) {
  let rows = 0
  const counting = store.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      rows += result.rows.length
      return Promise.resolve(result)
    },
  })
  const reset = () => {
    rows = 0
  }
  return { store: counting, rows: () => rows, reset }
}

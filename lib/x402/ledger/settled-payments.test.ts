import { sql } from "kysely"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { address, chargeOf, config, idOf, NETWORK, NOW, PRICE, read } from "@/tools/testing/ledger/channel-fixtures"
import { createSqlChannelLedger } from "./channels/sql-channel-ledger"
import { countOf, settledPayments } from "./settled-payments"

describe.each(databases)("settled payments of a payer on $name", ({ open }) => {
  let database: TestDatabase
  let next = 0
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  async function add(payer: string, state: string, count = 1, network = NETWORK): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      next += 1
      await sql`insert into payments (id, state, network, asset, payer, pay_to, amount, nonce, valid_after_s, valid_before_s, signature,
        endpoint, resource, claim_owner, claimed_until_ms, created_ms, updated_ms)
        values (${`p${next}`}, ${state}, ${network}, 'a', ${payer}, 'b', 1, ${`n${next}`}, 0, 0, '0x', 'quote', 'r', '', 0, 0, 0)`.execute(
        database.store,
      )
    }
  }
  const countsOf = (...payers: string[]) => {
    const count = settledPayments(database.store, NETWORK)
    return Promise.all(payers.map((payer) => count(payer)))
  }

  test("count since the last refused one, in the order of the ledger and not by the clock, up to 40", async () => {
    const [some, refused, again, many, elsewhere] = [1, 2, 3, 4, 5].map(address) as [string, ...string[]]
    await add(some, "settled", 2)
    await add(some, "released")
    await add(refused ?? "", "settled", 2)
    await add(refused ?? "", "refused")
    await add(again ?? "", "refused")
    await add(again ?? "", "settled")
    await add(many ?? "", "settled", 45)
    await add(elsewhere ?? "", "settled", 1, "eip155:84532")
    const payers = [some, refused, again, many, elsewhere, address(6)] as string[]
    expect(await countsOf(...payers, some)).toEqual([2, 0, 1, 40, 0, 0, 2])
  })

  test("count at another process, and after the answer of a deposit or voucher", async () => {
    const channels = createSqlChannelLedger(database.store)
    await channels.add({ id: idOf(1), network: NETWORK, config }, read(), NOW)
    expect(await countsOf(config.payer)).toEqual([0])
    await channels.charge(chargeOf(1, PRICE))
    expect(await settledPayments(await database.another(), NETWORK)(config.payer)).toBe(1)
  })
})

test("SQLite looks up a payer in two indexes, whatever else was sold", async () => {
  const store = await openEmbeddedStore(":memory:")
  const plan = await sql<{ detail: string }>`explain query plan ${countOf(NETWORK, address(1))}`.execute(store)
  const tables = plan.rows.map(({ detail }) => detail).filter((detail) => / payments /.test(detail))
  expect(tables).toEqual([
    expect.stringMatching(/^SEARCH payments USING (COVERING )?INDEX payments_bought \(payer=\?\)/),
    expect.stringMatching(/^SEARCH payments USING (COVERING )?INDEX payments_refused \(payer=\?\)/),
  ])
  await store.destroy()
})

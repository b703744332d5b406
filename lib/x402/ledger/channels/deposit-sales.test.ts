import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import {
  chargeOf,
  config,
  deposit,
  done,
  idOf,
  mined,
  NETWORK,
  NOW,
  PRICE,
  read,
  refund,
  transaction,
} from "@/tools/testing/ledger/channel-fixtures"
import { chargeId } from "./channel"
import type { ChannelLedger } from "./channel-ledger"
import { createSqlChannelLedger } from "./sql-channel-ledger"

describe.each(databases)("answers of deposits on $name", ({ open }) => {
  let database: TestDatabase
  let channels: ChannelLedger
  beforeEach(async () => {
    database = await open()
    channels = createSqlChannelLedger(database.store)
    await channels.add({ id: idOf(1), network: NETWORK, config }, read({ balance: 0n }), NOW)
  })
  afterEach(() => database.close())

  const { id, amount } = deposit(1)
  const begin = () => channels.beginDeposit(deposit(1), chargeOf(1, PRICE))
  const beginRefund = () => channels.beginRefund(refund(1), { charged: 0n, isClaimed: false }, NOW)
  const end = async (changes: { readonly isDone?: boolean; readonly isRepeated?: boolean } = {}) => {
    await channels.markSent(transaction, [id], NOW + 1)
    await channels.finish(mined, [{ id, amount, ...done, ...changes }], NOW + 2)
  }
  const sale = () => createSqlLedger(database.store).find(chargeId({ network: NETWORK, id: idOf(1) }, PRICE))
  const openSales = async () => (await database.store.selectFrom("deposit_sales").selectAll().execute()).length

  test("the answer is charged in the step that ends the deposit, without a request", async () => {
    expect(await begin()).toMatchObject({ id, state: "queued" })
    expect(await sale()).toBeNull()
    await end()
    expect(await sale()).toMatchObject({
      state: "settled",
      answer: { body: '{"total":"50000"}' },
      settledAtMs: NOW + 2,
    })
    expect(await channels.find(idOf(1))).toMatchObject({
      charged: PRICE,
      voucher: chargeOf(1, PRICE).voucher,
      unclaimedSinceMs: NOW + 2,
    })
    expect(await openSales()).toBe(0)
  })

  test("nothing is refunded from the moment the deposit is queued until its answer is charged", async () => {
    await begin()
    expect(await beginRefund()).toBe(false)
    await channels.markSent(transaction, [id], NOW)
    expect(await beginRefund()).toBe(false)
    await end({ isDone: false, isRepeated: true })
    expect(await beginRefund(), "the deposit is sent once more").toBe(false)
    await end()
    expect(await channels.beginRefund(refund(1), { charged: PRICE, isClaimed: true }, NOW)).toBe(true)
  })

  test("no deposit is queued during a refund or another deposit, or for a total that does not follow", async () => {
    const other = { ...deposit(1), id: "deposit/other" }
    expect(await channels.beginDeposit(other, chargeOf(1, 2n * PRICE))).toBeNull()
    await begin()
    expect(await begin(), "the same again").toMatchObject({ id, state: "queued" })
    expect(await channels.beginDeposit(other, chargeOf(1, PRICE))).toBeNull()
    await channels.abandon(id, "expired", NOW)
    expect([await channels.find(idOf(1)), await openSales()]).toMatchObject([{ charged: 0n }, 0])
    await beginRefund()
    expect(await begin()).toBeNull()
    expect(await channels.openDeposits()).toEqual([])
  })

  test("of a refund and a deposit that begin in two processes at once one is written", async () => {
    const other = createSqlChannelLedger(await database.another())
    for (let n = 10; n < 20; n += 1) {
      await channels.add({ id: idOf(n), network: NETWORK, config }, read(), NOW)
      const [deposited, refunded] = await Promise.all([
        channels.beginDeposit(deposit(n), chargeOf(n, PRICE)),
        other.beginRefund({ ...refund(n) }, { charged: 0n, isClaimed: false }, NOW),
      ])
      expect(deposited === null).toBe(refunded)
    }
  })

  test("a deposit that failed charges nothing, and can be queued again", async () => {
    await begin()
    await end({ isDone: false })
    expect([await sale(), await openSales()]).toEqual([null, 0])
    expect(await begin()).toMatchObject({ state: "queued" })
  })

  test("while a deposit is open, its answer alone is charged", async () => {
    await channels.sync(idOf(1), read(), NOW)
    const other = chargeOf(1, PRICE, { resource: "GET /api/quote/ETH" })
    await begin()
    expect(await channels.find(idOf(1))).toMatchObject({ depositOperation: id })
    expect(await channels.charge(other)).toBe(false)
    await channels.markSent(transaction, [id], NOW)
    expect(await channels.charge(other)).toBe(false)
    await end({ isDone: false, isRepeated: true })
    expect(await channels.charge(other), "the deposit is sent once more").toBe(false)
    await end()
    expect(await channels.find(idOf(1))).toMatchObject({ charged: PRICE, depositOperation: null })
    expect(await sale()).toMatchObject({ resource: "GET /api/quote/BTC" })
    expect(await channels.charge(chargeOf(1, 2n * PRICE))).toBe(true)
  })

  test("after a deposit that was never sent, another voucher of its total is charged", async () => {
    await channels.sync(idOf(1), read(), NOW)
    await begin()
    await channels.abandon(id, "expired", NOW)
    expect(await channels.charge(chargeOf(1, PRICE, { resource: "GET /api/quote/ETH" }))).toBe(true)
    expect(await sale()).toMatchObject({ resource: "GET /api/quote/ETH" })
  })

  test("of a deposit and a voucher of its total in two processes at once one is written", async () => {
    const other = createSqlChannelLedger(await database.another())
    for (let n = 10; n < 20; n += 1) {
      await channels.add({ id: idOf(n), network: NETWORK, config }, read(), NOW)
      const [deposited, charged] = await Promise.all([
        channels.beginDeposit(deposit(n), chargeOf(n, PRICE)),
        other.charge(chargeOf(n, PRICE)),
      ])
      expect(deposited === null).toBe(charged)
    }
  })

  test("a deposit keeps the total of the voucher that it has sold, and the one that is queued again that of the new one", async () => {
    await begin()
    expect(await channels.findOperation(id)).toMatchObject({ soldTotal: PRICE })
    await end()
    expect(await channels.findOperation(id)).toMatchObject({ state: "done", soldTotal: PRICE })
    await channels.beginDeposit(deposit(1, "deposit/2"), chargeOf(1, 2n * PRICE))
    await channels.abandon("deposit/2", "expired", NOW)
    await channels.charge(chargeOf(1, 2n * PRICE))
    await channels.beginDeposit(deposit(1, "deposit/2"), chargeOf(1, 3n * PRICE))
    expect(await channels.findOperation("deposit/2")).toMatchObject({ state: "queued", soldTotal: 3n * PRICE })
  })

  test("a deposit that failed has sold nothing, one that ends again after a reorganisation what it sold", async () => {
    await begin()
    await channels.markSent(transaction, [id], NOW)
    await end({ isDone: false })
    expect(await channels.findOperation(id)).toMatchObject({ state: "failed", soldTotal: null })
    await begin()
    await channels.markSent(transaction, [id], NOW)
    await end()
    await end()
    expect(await channels.findOperation(id)).toMatchObject({ state: "done", soldTotal: PRICE })
  })

  test("nothing is charged that neither the deposit nor the balance covers", async () => {
    await channels.sync(idOf(1), read({ balance: 5n * PRICE }), NOW)
    const small = { ...deposit(1), amount: 1n }
    await channels.beginDeposit(small, chargeOf(1, PRICE))
    await channels.sync(idOf(1), read({ balance: 1n, blockNumber: 9n }), NOW + 1)
    await channels.markSent(transaction, [id], NOW + 1)
    await channels.finish(mined, [{ id, amount: 1n, ...done }], NOW + 2)
    expect(await channels.find(idOf(1))).toMatchObject({ charged: 0n, refundOperation: null })
  })
})

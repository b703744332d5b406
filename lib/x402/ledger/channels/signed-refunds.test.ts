import { sql } from "kysely"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { addSignedAmounts } from "@/lib/store/channel-tables"
import { pruneBefore } from "@/lib/x402/ledger/prune"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { type Channel, coveredTotal, type NewOperation } from "./channel"
import type { ChannelLedger } from "./channel-ledger"
import { createSqlChannelLedger } from "./sql-channel-ledger"
import {
  NOW,
  PRICE,
  NETWORK,
  idOf,
  config,
  read,
  chargeOf,
  refund,
  mined,
  part,
  done,
} from "@/tools/testing/ledger/channel-fixtures"

describe.each(databases)("signed refunds on $name", ({ open }) => {
  let database: TestDatabase
  let channels: ChannelLedger
  beforeEach(async () => {
    database = await open()
    channels = createSqlChannelLedger(database.store)
    for (const n of [1, 2]) await channels.add({ id: idOf(n), network: NETWORK, config }, read(), NOW)
  })
  afterEach(() => database.close())

  const find = async (n: number): Promise<Channel> => {
    const channel = await channels.find(idOf(n))
    if (channel === null) throw new Error("The channel is missing.")
    return channel
  }
  const begin = (operation: NewOperation) => channels.beginRefund(operation, { charged: 0n, isClaimed: false }, NOW)

  /** Mines refunds of 200,000 and 300,000. */
  async function refundTwice(): Promise<void> {
    for (const [nonce, amount] of [200_000n, 300_000n].entries()) {
      const { operation, transaction: sent } = part(nonce, amount)
      await begin(operation)
      await channels.markSent(sent, [operation.id], NOW)
      await channels.finish({ ...mined, hash: sent.hash }, [{ id: operation.id, amount, ...done }], NOW)
    }
    await channels.sync(idOf(1), read({ balance: 500_000n, refundNonce: 2n, blockNumber: 9n }), NOW + 1)
  }

  test("a refund that was signed counts as gone until the chain has spent its nonce, although it failed", async () => {
    for (const amount of [300_000n, 100_000n]) {
      await begin({ ...refund(1), amount })
      expect(coveredTotal(await find(1)), "the larger of both signatures").toBe(700_000n)
      await channels.abandon(refund(1).id, "its simulation failed", NOW)
    }
    await channels.charge(chargeOf(1, PRICE, { channel: await find(1) }))
    await pruneBefore(database.store, NOW + 1)
    expect(coveredTotal(await find(1)), "of any age").toBe(700_000n)
    await channels.sync(idOf(1), read({ balance: 900_000n, refundNonce: 1n, blockNumber: 9n }), NOW + 1)
    expect(coveredTotal(await find(1))).toBe(900_000n)
  })

  test("refunds whose blocks were dropped count as gone, all of them", async () => {
    await refundTwice()
    expect(coveredTotal(await find(1))).toBe(500_000n)
    await channels.sync(idOf(1), read({ balance: 800_000n, refundNonce: 1n, blockNumber: 10n }), NOW + 2)
    expect(coveredTotal(await find(1)), "the second").toBe(500_000n)
    await channels.sync(idOf(1), read({ balance: 1_000_000n, blockNumber: 11n }), NOW + 3)
    expect(coveredTotal(await find(1)), "both").toBe(500_000n)
  })

  test("a refund whose block was dropped does not end the one that waits after it", async () => {
    await refundTwice()
    const waiting = part(2, 100_000n).operation
    expect(await begin(waiting)).toBe(true)
    const { operation, transaction: sent } = part(0, 200_000n)
    await channels.reopen(sent.hash, NOW)
    expect((await find(1)).refundOperation).toBe(operation.id)
    await channels.finish({ ...mined, hash: sent.hash }, [{ id: operation.id, amount: 200_000n, ...done }], NOW)
    expect((await find(1)).refundOperation).toBe(waiting.id)
    expect(await channels.charge(chargeOf(1, PRICE, { channel: await find(1) }))).toBe(false)
    await channels.abandon(waiting.id, "its simulation failed", NOW)
    expect((await find(1)).refundOperation).toBeNull()
  })

  test("the upgrade counts refunds that were signed before it", async () => {
    for (const n of [1, 2]) {
      await channels.beginRefund({ ...refund(n), amount: 100_000n }, { charged: 0n, isClaimed: true }, NOW)
      await channels.abandon(refund(n).id, "its simulation failed", NOW)
    }
    const { store } = database
    const before = [
      "alter table channel_operations drop column signed_amount",
      "alter table channels add column signed_refund text",
      "alter table channels add column signed_refund_nonce text",
      `update channels set signed_refund = '300000', signed_refund_nonce = '0' where id = '${idOf(2)}'`,
    ]
    for (const statement of before) await sql.raw(statement).execute(store)
    await addSignedAmounts(store)
    expect([coveredTotal(await find(1)), coveredTotal(await find(2))]).toEqual([900_000n, 700_000n])
  })
})

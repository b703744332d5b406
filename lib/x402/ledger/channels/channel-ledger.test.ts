import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { pruneBefore } from "@/lib/x402/ledger/prune"
import { gasByDay } from "@/tools/ledger/gas-costs"
import { sessionTransactions } from "@/tools/ledger/session-transactions"
import { ALL_TIME } from "@/tools/ledger/sales"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { paymentId } from "@/lib/x402/ledger/payment"
import { purchase } from "@/tools/testing/ledger/fixtures"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { type Channel, chargeId, claimTotalOf } from "./channel"
import type { ChannelLedger } from "./channel-ledger"
import { createSqlChannelLedger } from "./sql-channel-ledger"
import {
  NOW,
  PRICE,
  NETWORK,
  idOf,
  address,
  config,
  OURS,
  read,
  chargeOf,
  refund,
  transaction,
  mined,
  part,
  done,
} from "@/tools/testing/ledger/channel-fixtures"

describe.each(databases)("channels on $name", ({ open }) => {
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
  test("a charge stores answer, voucher and total together, and is a sale", async () => {
    expect(await channels.charge(chargeOf(1, PRICE))).toBe(true)
    expect(await find(1)).toMatchObject({ charged: PRICE, voucher: { total: PRICE }, unclaimedSinceMs: NOW })
    const sale = await createSqlLedger(database.store).find(chargeId({ network: NETWORK, id: idOf(1) }, PRICE))
    expect(sale).toMatchObject({
      state: "settled",
      answer: { body: '{"total":"50000"}' },
      authorization: { value: PRICE, from: config.payer, to: config.receiver },
      transaction: null,
    })
  })

  test("a total that does not follow the last one is not charged", async () => {
    const wrong = [2n * PRICE, PRICE - 1n, 3n * PRICE]
    expect(await Promise.all(wrong.map((total) => channels.charge(chargeOf(1, total))))).toEqual([false, false, false])
    expect((await find(1)).charged).toBe(0n)
  })

  test("of 20 concurrent charges with one total, from two processes, one is stored", async () => {
    const other = createSqlChannelLedger(await database.another())
    const all = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? channels : other).charge(chargeOf(1, PRICE)))
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(1)
    expect((await find(1)).charged).toBe(PRICE)
  })

  test("concurrent charges of several channels are decided independently", async () => {
    const charges = [chargeOf(1, PRICE), chargeOf(2, 2n * PRICE), chargeOf(2, PRICE), chargeOf(3, PRICE)]
    const written = await Promise.all(charges.map((charge) => channels.charge(charge)))
    expect([written[0], written[1], written[3]]).toEqual([true, false, false])
    if (written[2] === false) expect(await channels.charge(chargeOf(2, PRICE))).toBe(true)
    expect([(await find(1)).charged, (await find(2)).charged]).toEqual([PRICE, PRICE])
  })

  test("a channel is not charged while it is refunded, and is charged afterwards", async () => {
    expect(await channels.beginRefund(refund(1), { charged: PRICE, isClaimed: true }, NOW)).toBe(false)
    expect(await channels.beginRefund(refund(1), { charged: 0n, isClaimed: true }, NOW)).toBe(true)
    expect(await channels.beginRefund(refund(1), { charged: 0n, isClaimed: true }, NOW)).toBe(false)
    expect(await channels.charge(chargeOf(1, PRICE))).toBe(false)
    expect(await channels.markSent(transaction, [refund(1).id], NOW)).toBe(true)
    await channels.finish(mined, [{ id: refund(1).id, isDone: true, reason: null, amount: 7n }], NOW)
    expect(await channels.lastRefund(idOf(1))).toMatchObject({ state: "done", amount: 7n, transaction: mined.hash })
    expect(await channels.charge(chargeOf(1, PRICE)), "of the channel as it was before the refund").toBe(false)
    expect(await channels.charge(chargeOf(1, PRICE, { channel: await find(1) }))).toBe(true)
  })

  test("after a refund the mirror is too old, and a node that does not know the refund is not believed", async () => {
    await channels.beginRefund(refund(1), { charged: 0n, isClaimed: true }, NOW)
    await channels.markSent(transaction, [refund(1).id], NOW)
    await channels.finish(mined, [{ id: refund(1).id, isDone: true, reason: null, amount: 7n }], NOW)
    expect((await find(1)).syncedMs).toBe(0)
    await channels.sync(idOf(1), read({ balance: 1_000_000n, blockNumber: 8n }), NOW + 1)
    expect((await find(1)).syncedMs).toBe(0)
    await channels.sync(idOf(1), read({ balance: 5n, refundNonce: 1n, blockNumber: 9n }), NOW + 2)
    expect(await find(1)).toMatchObject({ syncedMs: NOW + 2, onChain: { balance: 5n } })
    await channels.sync(idOf(1), read({ balance: 1_000_000n, blockNumber: 12n }), NOW + 4)
    expect((await find(1)).onChain, "the block of the refund was dropped").toMatchObject({
      balance: 1_000_000n,
      refundNonce: 0n,
    })
  })

  test("the gas of a claim counts for its sessions' network, and a day's sum can exceed 9 ether", async () => {
    const large = 9n * 10n ** 18n
    await channels.add({ id: idOf(3), network: "eip155:84532", config }, read(), NOW)
    for (const [n, channelIds] of [[idOf(1), idOf(2)], [idOf(2)], [idOf(3)]].entries()) {
      const id = `claim ${n}`
      await channels.enqueue({ ...refund(1), id, kind: "claim", channelIds }, NOW)
      await channels.markSent({ ...transaction, hash: idOf(80 + n), nonce: n }, [id], NOW)
      await channels.finish({ ...mined, hash: idOf(80 + n), feeWei: large }, [], NOW)
    }
    const gas = await gasByDay(database.store, { ...ALL_TIME, network: NETWORK })
    expect([...gas.values()]).toEqual([{ transactions: 2, wei: 2n * large, unknown: 0 }])
    const listed: unknown[] = []
    for await (const one of sessionTransactions(database.store, { ...ALL_TIME, network: NETWORK })) listed.push(one)
    expect(listed).toMatchObject(
      [80, 81].map((n) => ({ hash: idOf(n), kinds: ["claim"], amount: refund(1).amount, feeWei: large })),
    )
  })

  test("a refund whose block was dropped blocks charges again", async () => {
    await channels.beginRefund(refund(1), { charged: 0n, isClaimed: true }, NOW)
    await channels.markSent(transaction, [refund(1).id], NOW)
    await channels.finish(mined, [{ id: refund(1).id, isDone: true, reason: null, amount: 7n }], NOW)
    await channels.reopen(mined.hash, NOW)
    expect(await channels.charge(chargeOf(1, PRICE))).toBe(false)
    expect(await channels.operationsOf(mined.hash)).toMatchObject([{ id: refund(1).id, state: "sent" }])
    expect(await channels.pendingTransactions(transaction.signer)).toEqual([transaction])
  })

  test("mined transactions are found by their age or by their nonce", async () => {
    for (const nonce of [0, 1]) {
      const { operation, transaction: sent } = part(nonce, 1n)
      await channels.beginRefund(operation, { charged: 0n, isClaimed: false }, NOW)
      await channels.markSent(sent, [operation.id], NOW)
      await channels.finish({ ...mined, hash: sent.hash }, [{ id: operation.id, amount: 1n, ...done }], NOW)
    }
    const { signer } = transaction
    expect(await channels.minedSince(NOW)).toMatchObject([{ nonce: 0 }, { nonce: 1 }])
    expect(await channels.minedSince(NOW + 1)).toEqual([])
    expect(await channels.minedFrom({ signer, nonce: 1 })).toMatchObject([{ nonce: 1, blockHash: mined.blockHash }])
    expect(await channels.minedFrom({ signer: address(78), nonce: 0 })).toEqual([])
  })

  test("the oldest transaction or queued claim shows since when sessions wait for a block", async () => {
    const waitingSince = async () => (await channels.exposure(transaction.signer)).waitingSinceMs
    expect(await waitingSince()).toBeNull()
    const claim = { ...refund(1), id: "claim/1", kind: "claim" as const }
    await channels.enqueue({ ...claim, id: "deposit/1", kind: "deposit" }, NOW)
    expect(await waitingSince(), "a deposit may wait for its turn").toBeNull()
    await channels.enqueue(claim, NOW + 1)
    expect(await waitingSince()).toBe(NOW + 1)
    await channels.markSent(transaction, [claim.id], NOW + 2)
    expect([await waitingSince(), (await channels.exposure(address(78))).waitingSinceMs]).toEqual([NOW + 2, null])
    await channels.finish(mined, [{ id: claim.id, amount: 1n, ...done }], NOW + 3)
    expect(await waitingSince()).toBeNull()
  })

  test("a transaction without operations, which fills a nonce, is recorded and ends", async () => {
    expect(await channels.markSent(transaction, [], NOW)).toBe(true)
    expect(await channels.pendingTransactions(transaction.signer)).toEqual([transaction])
    await channels.finish(mined, [], NOW)
    expect(await channels.pendingTransactions(transaction.signer)).toEqual([])
  })

  test("a refund that is done is not begun again under the same nonce", async () => {
    await channels.beginRefund(refund(1), { charged: 0n, isClaimed: true }, NOW)
    await channels.markSent(transaction, [refund(1).id], NOW)
    await channels.finish(mined, [{ id: refund(1).id, isDone: true, reason: null, amount: 7n }], NOW)
    expect(await channels.beginRefund(refund(1), { charged: 0n, isClaimed: true }, NOW)).toBe(false)
    expect(await find(1)).toMatchObject({ refundOperation: null })
    expect(await channels.lastRefund(idOf(1))).toMatchObject({ state: "done", amount: 7n })
  })

  test("an older state of the chain does not replace a newer one", async () => {
    await channels.sync(idOf(1), read({ balance: 5n }), NOW + 2)
    await channels.sync(idOf(1), read({ balance: 9n }), NOW + 1)
    expect((await find(1)).onChain.balance).toBe(5n)
    await channels.sync(idOf(1), read({ balance: 3n, blockNumber: 8n }), NOW - 240_000)
    expect((await find(1)).onChain.balance, "a later block, by a clock that is behind").toBe(3n)
    await channels.sync(idOf(1), read({ balance: 9n }), NOW - 239_000)
    expect((await find(1)).onChain.balance, "a node that lags behind").toBe(3n)
    await channels.sync(idOf(1), read({ balance: 9n }), NOW - 200_000)
    expect((await find(1)).onChain.balance, "a reorganisation to a lower block").toBe(9n)
  })

  test("a read by a clock that was 25 hours ahead prevents no later one, in the same block or the next", async () => {
    const dayMs = 90_000_000
    for (const blockNumber of [7n, 8n]) {
      await channels.sync(idOf(1), read({ balance: 9n }), NOW + dayMs)
      await channels.sync(idOf(1), read({ balance: 5n, withdrawRequestedS: 3, blockNumber }), NOW + 1)
      expect(await find(1)).toMatchObject({ syncedMs: NOW + 1, onChain: { balance: 5n, withdrawRequestedS: 3 } })
    }
  })

  test("claims beyond the ledger's charges, as after a restored backup, count as charged", async () => {
    await channels.sync(idOf(1), read({ totalClaimed: 3n * PRICE }), NOW + 1)
    expect(await find(1)).toMatchObject({ charged: 3n * PRICE, voucher: null, unclaimedSinceMs: null })
    expect((await find(1)).published, "the voucher of that claim").toBe(3n * PRICE + 1n)
  })

  test("vouchers are public from the moment their claim is queued", async () => {
    for (const total of [PRICE, 2n * PRICE]) await channels.charge(chargeOf(1, total))
    expect((await find(1)).published).toBe(0n)
    await channels.enqueue({ ...refund(1), id: "claim/1", kind: "claim" }, NOW)
    await channels.charge(chargeOf(1, 3n * PRICE))
    await channels.sync(idOf(1), read({ totalClaimed: claimTotalOf(2n * PRICE) }), NOW + 1)
    expect([(await find(1)).published, (await find(2)).published]).toEqual([2n * PRICE, 0n])
  })

  test("a refund publishes the newest voucher only when it claims it", async () => {
    await channels.charge(chargeOf(1, PRICE))
    await channels.beginRefund(refund(1), { charged: PRICE, isClaimed: false }, NOW)
    expect(await find(1)).toMatchObject({ published: 0n, refundCharged: PRICE })
    await channels.charge(chargeOf(2, PRICE))
    await channels.beginRefund(refund(2), { charged: PRICE, isClaimed: true }, NOW)
    expect((await find(2)).published).toBe(PRICE)
  })

  test("a channel is unclaimed until all its charges are claimed", async () => {
    for (const total of [PRICE, 2n * PRICE]) await channels.charge(chargeOf(1, total))
    await channels.sync(idOf(1), read({ totalClaimed: PRICE }), NOW + 1)
    expect((await channels.unclaimed(OURS, 9)).map(({ id }) => id)).toEqual([idOf(1)])
    await channels.sync(idOf(1), read({ totalClaimed: claimTotalOf(2n * PRICE) }), NOW + 2)
    expect(await channels.unclaimed(OURS, 9)).toEqual([])
  })

  test("an operation is queued once, sent once, and queued again when its transaction is dropped", async () => {
    const operation = { ...refund(1), id: "deposit/1", kind: "deposit" as const }
    for (const _ of [1, 2]) await channels.enqueue(operation, NOW)
    expect(await channels.queued(9, false)).toHaveLength(1)
    expect(await channels.markSent(transaction, [operation.id], NOW)).toBe(true)
    expect([await channels.queued(9, false), await channels.countOpen("deposit")]).toEqual([[], 1])
    await channels.requeue(transaction.hash, NOW)
    expect(await channels.queued(9, false)).toMatchObject([{ id: operation.id, transaction: null }])
    expect(await channels.pendingTransactions(transaction.signer)).toEqual([])
  })

  test("open deposits and unsettled payments of a payer count for each other", async () => {
    const ledger = createSqlLedger(database.store)
    const { payer, token } = config
    const bought = purchase(1, { authorization: { from: payer }, asset: token, network: NETWORK })
    const of = { network: NETWORK, token, payer }
    const pendingSpend = () => ledger.pendingSpend(paymentId(bought), NOW)
    await ledger.claim(bought, NOW)
    expect(await pendingSpend()).toEqual({ unsent: 0n, sent: 0n })
    expect(await channels.unsettledPayments(of, NOW)).toEqual({ unsent: bought.authorization.value, sent: 0n })
    const deposit = { ...refund(1), id: "deposit/1", kind: "deposit" as const, amount: 70n }
    await channels.enqueue(deposit, NOW)
    expect(await channels.openDeposits()).toEqual([
      { ...of, id: "deposit/1", amount: 70n, isIsolated: false, state: "queued" },
    ])
    expect(await pendingSpend()).toEqual({ unsent: 70n, sent: 0n })
    await channels.markSent(transaction, [deposit.id], NOW)
    expect(await pendingSpend()).toEqual({ unsent: 0n, sent: 70n })
    const failed = { id: deposit.id, isDone: false, reason: "reverted", amount: 70n }
    await channels.finish({ ...mined, feeWei: 1n }, [{ ...failed, isRepeated: true }], NOW)
    expect(await channels.queued(9, false)).toMatchObject([{ id: "deposit/1", transaction: null, reason: null }])
    await channels.isolate([deposit.id])
    expect([await channels.queued(9, false), await channels.queued(9, true)]).toMatchObject([[], [{ id: "deposit/1" }]])
    await channels.abandon(deposit.id, "expired", NOW)
    expect([await channels.openDeposits(), await pendingSpend()]).toEqual([[], { unsent: 0n, sent: 0n }])
  })

  test("an abandoned operation is not sent, and can be queued again", async () => {
    const operation = { ...refund(1), id: "deposit/1", kind: "deposit" as const }
    await channels.enqueue(operation, NOW)
    await channels.abandon(operation.id, "expired", NOW)
    expect(await channels.markSent(transaction, [operation.id], NOW)).toBe(false)
    expect(await channels.pendingTransactions(transaction.signer)).toEqual([])
    expect(await channels.enqueue(operation, NOW)).toMatchObject({ state: "queued", reason: null })
  })

  test("channels of another key, of a refund, or left out do not take the places of channels that can be claimed", async () => {
    const other = { ...config, receiverAuthorizer: address(77) }
    for (let n = 10; n < 40; n += 1) {
      await channels.add({ id: idOf(n), network: NETWORK, config: other }, read(), NOW)
      await channels.charge(chargeOf(n, PRICE, { nowMs: NOW - n }))
    }
    await channels.charge(chargeOf(1, PRICE))
    await channels.charge(chargeOf(2, PRICE))
    await channels.beginRefund(refund(2), { charged: PRICE, isClaimed: true }, NOW)
    const ids = async (except: readonly `0x${string}`[]) =>
      (await channels.unclaimed({ ...OURS, except }, 5)).map(({ id }) => id)
    expect([await ids([]), await ids([idOf(1)])]).toEqual([[idOf(1)], []])
  })

  test("500 channels that owe little take no place of one that owes much, and none of the oldest", async () => {
    const row = await database.store
      .selectFrom("channels")
      .selectAll()
      .where("id", "=", idOf(1))
      .executeTakeFirstOrThrow()
    const dust = { ...row, charged: PRICE.toString(), unclaimed_since_ms: NOW - 1 }
    for (let from = 100; from < 600; from += 25) {
      const rows = Array.from({ length: 25 }, (_, index) => ({ ...dust, id: idOf(from + index) }))
      await database.store.insertInto("channels").values(rows).execute()
    }
    const oldest = { ...dust, id: idOf(700), charged: "20000", unclaimed_since_ms: NOW - 9 }
    await database.store.insertInto("channels").values(oldest).execute()
    await channels.charge(chargeOf(1, PRICE))
    await channels.charge(chargeOf(1, 2n * PRICE))
    await channels.sync(idOf(2), read({ withdrawRequestedS: 5 }), NOW + 1)
    await channels.charge(chargeOf(2, PRICE))
    const found = (await channels.unclaimed(OURS, 500)).map(({ id }) => id)
    expect(found.slice(0, 2)).toEqual([idOf(2), idOf(1)])
    expect(found).toContain(oldest.id)
    expect(new Set(found).size, "each once").toBe(found.length)
  })

  test("a channel whose payer withdraws comes before those that wait longer", async () => {
    await channels.charge(chargeOf(1, PRICE, { nowMs: NOW - 9 }))
    await channels.charge(chargeOf(2, PRICE))
    await channels.sync(idOf(2), read({ withdrawRequestedS: 5 }), NOW + 1)
    expect((await channels.unclaimed(OURS, 9)).map(({ id }) => id)).toEqual([idOf(2), idOf(1)])
    expect(await channels.exposure(OURS.authorizer)).toEqual({
      unclaimed: 2n * PRICE,
      channels: 2,
      oldestMs: NOW - 9,
      withdrawalEndsS: 905,
      waitingSinceMs: null,
    })
  })

  test("charges during a claim wait since the claim", async () => {
    for (const total of [PRICE, 2n * PRICE]) await channels.charge(chargeOf(1, total))
    await channels.sync(idOf(1), read({ totalClaimed: PRICE }), NOW + 5)
    await channels.sync(idOf(1), read({ totalClaimed: PRICE }), NOW + 9)
    expect((await find(1)).unclaimedSinceMs).toBe(NOW + 5)
  })

  const lostSales = async () => {
    const rows = await database.store.selectFrom("payments").select(["nonce", "lost"]).orderBy("nonce").execute()
    return rows.map(({ lost }) => (lost === null ? 0n : BigInt(lost)))
  }

  test("charges that the balance does not cover are lost: the newest sales, the first of them in part", async () => {
    for (const total of [PRICE, 2n * PRICE, 3n * PRICE]) await channels.charge(chargeOf(1, total))
    const balance = PRICE + 10_000n
    await channels.sync(idOf(1), read({ balance, totalClaimed: 0n }), NOW + 1)
    const lost = 3n * PRICE - balance
    expect(await channels.recordLoss(idOf(1))).toBe(lost)
    expect(await channels.recordLoss(idOf(1)), "again").toBe(lost)
    expect(await lostSales()).toEqual([0n, 40_000n, 50_000n])
    expect(await find(1)).toMatchObject({ lost, unclaimedSinceMs: NOW })
    await channels.sync(idOf(1), read({ balance, totalClaimed: balance }), NOW + 2)
    expect(await find(1), "the rest is claimed").toMatchObject({ lost, unclaimedSinceMs: null })
    expect((await channels.exposure(OURS.authorizer)).unclaimed).toBe(0n)
  })

  test("a later deposit ends a loss, and its vouchers can be claimed", async () => {
    for (const total of [PRICE, 2n * PRICE]) await channels.charge(chargeOf(1, total))
    await channels.sync(idOf(1), read({ balance: 0n }), NOW + 1)
    await channels.recordLoss(idOf(1))
    expect(await find(1)).toMatchObject({ lost: 2n * PRICE, unclaimedSinceMs: null })
    await channels.sync(idOf(1), read({ balance: PRICE }), NOW + 2)
    expect([(await find(1)).lost, await lostSales()]).toEqual([PRICE, [0n, PRICE]])
    await channels.sync(idOf(1), read({ balance: 3n * PRICE }), NOW + 3)
    expect(await find(1)).toMatchObject({ lost: 0n, unclaimedSinceMs: NOW + 2 })
    expect(await lostSales()).toEqual([0n, 0n])
  })

  test("a claim whose block was dropped is due again", async () => {
    await channels.charge(chargeOf(1, PRICE))
    await channels.sync(idOf(1), read({ totalClaimed: PRICE }), NOW + 1)
    expect((await find(1)).unclaimedSinceMs).toBeNull()
    await channels.sync(idOf(1), read(), NOW + 2)
    expect((await find(1)).unclaimedSinceMs).toBe(NOW + 2)
  })

  test("pruning deletes unused channels and operations that were never sent, and the bytes of those that ended", async () => {
    await channels.charge(chargeOf(1, PRICE))
    const never = { ...refund(2), id: "claim/never", kind: "claim" as const }
    const done = { ...refund(1), id: "deposit/1", kind: "deposit" as const, call: "0x01" as const }
    for (const operation of [never, done]) await channels.enqueue(operation, NOW)
    await channels.abandon(never.id, "expired", NOW)
    await channels.markSent(transaction, [done.id], NOW)
    await channels.finish(mined, [{ id: done.id, isDone: true, reason: null, amount: 7n }], NOW)
    expect(await pruneBefore(database.store, NOW)).toMatchObject({ transactions: 0, operations: 0, channels: 0 })
    expect(await pruneBefore(database.store, NOW + 1)).toMatchObject({ transactions: 1, operations: 2, channels: 1 })
    expect([await channels.find(idOf(2)), await channels.findOperation(never.id)]).toEqual([null, null])
    expect(await channels.findOperation(done.id)).toMatchObject({ state: "done", amount: 7n, call: "0x" })
    expect(await find(1)).toMatchObject({ charged: PRICE })
  })
})

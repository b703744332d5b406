import { beforeEach, describe, expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { idOf, mined, payable, purchase, SIGNER, SOLD, transaction } from "./fixtures"
import { ledgerSteps, NOW, type OpenLedger } from "./steps"

/** Tests of settlement transactions that every ledger must pass. `open` returns an empty ledger. */
export function describeLedgerTransactions(name: string, open: () => Promise<OpenLedger>): void {
  describe(name, () => {
    const { current, claimed, answered, sent, stateOf } = ledgerSteps(open)
    let ledger: Ledger
    beforeEach(() => {
      ledger = current()
    })

    test("markSent() sends all payments of a transaction or none", async () => {
      await answered(1)
      const owner = await answered(2)
      await ledger.release(idOf(2), owner, "taken back", NOW)
      expect(await ledger.markSent(transaction(7), [payable(1), payable(2)], NOW)).toBe(false)
      expect(await stateOf(1)).toBe("answered")
      expect(await ledger.pendingTransactions(SIGNER)).toEqual([])
      expect(await ledger.markSent(transaction(7), [payable(1)], NOW)).toBe(true)
      expect(await ledger.find(idOf(1))).toMatchObject({ state: "sent", transaction: transaction(7).hash })
    })

    test("markSent() refuses an authorization that differs from the row's with the same nonce", async () => {
      const owner = await answered(1)
      await ledger.release(idOf(1), owner, "settlement_unsent", NOW)
      for (const changes of [
        { value: usdc(1n) },
        { signature: `0x${"ab".repeat(65)}` },
        { validBeforeS: 5 },
      ] as const) {
        const other = purchase(1, { authorization: changes })
        const claim = await ledger.claim(other, NOW)
        if (claim.kind !== "claimed") throw new Error(claim.kind)
        await ledger.saveAnswer(idOf(1), claim.owner, SOLD, NOW)
        await answered(2)
        expect(await ledger.markSent(transaction(1), [payable(1), payable(2)], NOW)).toBe(false)
        expect([await stateOf(1), await stateOf(2)]).toEqual(["answered", "answered"])
        await ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, NOW)
      }
    })

    test("markSent() refuses an amount that differs in the last of 78 digits", async () => {
      const most = 2n ** 256n - 1n
      const huge = purchase(1, { authorization: { value: usdc(most) } })
      const claim = await ledger.claim(huge, NOW)
      await ledger.saveAnswer(idOf(1), claim.kind === "claimed" ? claim.owner : "", SOLD, NOW)
      const less = { id: idOf(1), authorization: { ...huge.authorization, value: usdc(most - 1n) } }
      expect(await ledger.markSent(transaction(1), [less], NOW)).toBe(false)
      expect(await ledger.markSent(transaction(1), [{ ...less, authorization: huge.authorization }], NOW)).toBe(true)
    })

    test("one transaction sends 33 payments, and none when one of them is released", async () => {
      const numbers = Array.from({ length: 33 }, (_, n) => n + 1)
      await Promise.all(numbers.map((n) => answered(n)))
      const owner = await answered(34)
      await ledger.release(idOf(34), owner, "taken back", NOW)
      expect(await ledger.markSent(transaction(1), [...numbers, 34].map(payable), NOW)).toBe(false)
      expect(await ledger.unfinished(100)).toEqual([])
      expect(await ledger.markSent(transaction(1), numbers.map(payable), NOW)).toBe(true)
      expect(await ledger.unfinished(100)).toHaveLength(33)
    })

    test("a payment without an answer is not sent", async () => {
      await claimed(1)
      expect(await ledger.markSent(transaction(1), [payable(1)], NOW)).toBe(false)
    })

    test("when a transaction cannot be recorded its payments stay answered", async () => {
      await sent(1)
      await answered(2)
      await expect(ledger.markSent(transaction(1), [payable(2)], NOW), "the same hash").rejects.toThrow()
      expect(await stateOf(2)).toBe("answered")
    })

    test("a transaction that was dropped can be sent again unchanged, and a mined one cannot", async () => {
      await sent(1)
      await ledger.markDropped(transaction(1).hash)
      await ledger.markRefused(idOf(1), "node_refused_transaction", NOW)
      await answered(1)
      expect(await ledger.markSent(transaction(1), [payable(1)], NOW + 1)).toBe(true)
      expect(await stateOf(1)).toBe("sent")
      expect(await ledger.pendingTransactions(SIGNER)).toEqual([transaction(1)])
      await ledger.markMined(mined(1), NOW + 2)
      await answered(2)
      await expect(ledger.markSent(transaction(1), [payable(2)], NOW + 3), "mined").rejects.toThrow("already")
      expect(await stateOf(2)).toBe("answered")
    })

    test("a sent payment can be sent again in another transaction", async () => {
      await sent(1)
      expect(await ledger.markSent(transaction(2), [payable(1)], NOW)).toBe(true)
      expect(await ledger.find(idOf(1))).toMatchObject({ state: "sent", transaction: transaction(2).hash })
    })

    /** A replacement with the same nonce and a higher fee. */
    const replacement = (n: number) => ({ ...transaction(n), hash: transaction(100 + n).hash, maxFeePerGas: 8n })

    test("a replacement carries the same payments, and both transactions are pending in order", async () => {
      await sent(1)
      expect(await ledger.markSent(replacement(1), [payable(1)], NOW + 1)).toBe(true)
      expect(await ledger.find(idOf(1))).toMatchObject({ state: "sent", transaction: replacement(1).hash })
      expect(await ledger.pendingTransactions(SIGNER)).toEqual([transaction(1), replacement(1)])
    })

    test("strandedTransactions() finds pending transactions of signers that are not given", async () => {
      const other = "0x00000000000000000000000000000000000005E2"
      await sent(1)
      await answered(2)
      await ledger.markSent(transaction(7, other), [payable(2)], NOW)
      const lower = { ...transaction(7), signer: other.toLowerCase() }
      expect(await ledger.strandedTransactions([SIGNER])).toEqual([lower])
      expect(await ledger.strandedTransactions([SIGNER, other]), "in any case").toEqual([])
      await ledger.markDropped(transaction(7).hash)
      expect(await ledger.strandedTransactions([SIGNER])).toEqual([])
    })

    test.each(["the first transaction", "the replacement"])(
      "when %s of a nonce is mined, no transaction with the nonce is pending",
      async (one) => {
        await sent(1)
        await sent(2)
        await ledger.markSent(replacement(1), [payable(1)], NOW + 1)
        const { hash } = one === "the first transaction" ? transaction(1) : replacement(1)
        await ledger.markMined({ ...mined(1), hash }, NOW + 2)
        expect(await ledger.pendingTransactions(SIGNER)).toEqual([transaction(2)])
      },
    )

    test("reopen() makes a transaction pending again, and marks its given payments as sent", async () => {
      await answered(2)
      await answered(3)
      await answered(1)
      await ledger.markSent(transaction(1), [payable(1), payable(2)], NOW)
      await ledger.markSent(transaction(3), [payable(3)], NOW)
      await ledger.markSettled([idOf(1), idOf(2)], mined(1), NOW + 1)
      await ledger.markSettled([idOf(3)], mined(3), NOW + 1)
      await ledger.markMined(mined(1), NOW + 2)
      expect((await ledger.settledBy(transaction(1).hash)).map(({ id }) => id).toSorted()).toEqual([idOf(1), idOf(2)])
      await ledger.reopen(transaction(1).hash, [idOf(1), idOf(3)], NOW + 3)
      expect(await Promise.all([1, 2, 3].map(stateOf))).toEqual(["sent", "settled", "settled"])
      expect(await ledger.find(idOf(1))).toMatchObject({
        transaction: transaction(1).hash,
        settledAtMs: null,
        answer: SOLD,
      })
      expect(await ledger.pendingTransactions(SIGNER)).toEqual([transaction(1), transaction(3)])
      expect(await ledger.minedSince(0, 10)).toEqual([])
      await ledger.markSettled([idOf(1)], mined(1), NOW + 4)
      expect(await stateOf(1), "it can be settled again").toBe("settled")
    })

    test("minedSince() lists mined transactions with their blocks, newest first", async () => {
      for (const n of [1, 2, 3, 4]) await sent(n)
      await ledger.markMined({ ...mined(1), blockNumber: 9n }, NOW - 1)
      await ledger.markMined({ ...mined(2), blockNumber: 11n }, NOW)
      await ledger.markMined({ ...mined(3), blockNumber: 10n }, NOW + 1)
      const records = await ledger.minedSince(NOW, 10)
      expect(records.map(({ nonce, blockNumber, minedMs }) => [nonce, blockNumber, minedMs])).toEqual([
        [3, 10n, NOW + 1],
        [2, 11n, NOW],
      ])
      expect((await ledger.minedSince(0, 1)).map(({ nonce }) => nonce)).toEqual([3])
      expect(records[1]).toEqual({ ...transaction(2), blockNumber: 11n, blockHash: mined(2).blockHash, minedMs: NOW })
    })

    test("when a nonce is dropped all transactions with the nonce are dropped", async () => {
      await sent(1)
      await sent(2)
      await ledger.markSent(replacement(1), [], NOW + 1)
      await ledger.markDropped(transaction(1).hash)
      expect(await ledger.pendingTransactions(SIGNER)).toEqual([transaction(2)])
    })

    test("pendingTransactions() lists a signer's transactions by nonce, until mined or dropped", async () => {
      for (const n of [3, 1, 2, 4]) await sent(n)
      await answered(5)
      const foreign = transaction(5, "0x00000000000000000000000000000000000005e2")
      await ledger.markSent(foreign, [payable(5)], NOW)
      await ledger.markMined(mined(2), NOW)
      await ledger.markDropped(transaction(4).hash)
      expect(await ledger.pendingTransactions(SIGNER)).toEqual([transaction(1), transaction(3)])
      const checksummed = `0x${SIGNER.slice(2).toUpperCase()}` as const
      expect(await ledger.pendingTransactions(checksummed), "in any case").toHaveLength(2)
    })
  })
}

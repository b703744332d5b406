import { beforeEach, describe, expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { CLAIM_MS, type Ledger } from "@/lib/x402/ledger/ledger"
import { type Answer, paymentId } from "@/lib/x402/ledger/payment"
import { idOf, mined, purchase, SIGNER, SOLD, transaction } from "./fixtures"
import { ledgerSteps, NOW, type OpenLedger } from "./steps"

/** Tests that every ledger must pass. `open` returns an empty ledger. */
export function describeLedger(name: string, open: () => Promise<OpenLedger>): void {
  describe(name, () => {
    const { current, claimed, answered, sent, settled, stateOf } = ledgerSteps(open)
    let ledger: Ledger
    beforeEach(() => {
      ledger = current()
    })

    test("of 50 concurrent claims of one proof one is granted and 49 are busy", async () => {
      const claims = await Promise.all(Array.from({ length: 50 }, () => ledger.claim(purchase(1), NOW)))
      expect(claims.filter(({ kind }) => kind === "claimed")).toHaveLength(1)
      expect(claims.filter(({ kind }) => kind === "busy")).toHaveLength(49)
    })

    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

    test("concurrent claims of different proofs are decided independently", async () => {
      await claimed(1)
      await settled(2)
      await ledger.release(idOf(3), await answered(3), "answer_failed", NOW)
      await claimed(4, NOW - CLAIM_MS - 1)
      const other = purchase(1, { resource: "GET /api/signal/ETH" })
      const claims = await Promise.all(
        [...numbers(50).map((n) => purchase(n)), other].map((one) => ledger.claim(one, NOW)),
      )
      const kinds = claims.map(({ kind }) => kind)
      expect([...kinds.slice(0, 2), kinds.at(-1)]).toEqual(["busy", "settled", "other_resource"])
      expect(new Set(kinds.slice(2, -1))).toEqual(new Set(["claimed"]))
      const owners = claims.flatMap((claim) => (claim.kind === "claimed" ? [claim.owner] : []))
      expect(new Set(owners).size).toBe(48)
      const saved = await Promise.all(
        owners.map((owner, index) => ledger.saveAnswer(idOf(index + 3), owner, SOLD, NOW)),
      )
      expect(new Set(saved), "each claim has its own row").toEqual(new Set([true]))
    })

    test("of two concurrent claims of one proof in a batch one is granted and owns the row", async () => {
      const claims = await Promise.all([3, 1, 2, 1, 4].map((n) => ledger.claim(purchase(n), NOW)))
      expect(claims.map(({ kind }) => kind).toSorted()).toEqual(["busy", ...Array.from({ length: 4 }, () => "claimed")])
      const winner = [claims[1], claims[3]].find((claim) => claim?.kind === "claimed")
      const owner = winner?.kind === "claimed" ? winner.owner : ""
      expect(await ledger.saveAnswer(idOf(1), owner, SOLD, NOW)).toBe(true)
    })

    test("concurrent lookups each return their payment or null, also for repeated ids", async () => {
      for (const n of [1, 2]) await claimed(n)
      const asked = [2, 7, 1, 2, 8, 7]
      const found = await Promise.all(asked.map((n) => ledger.find(idOf(n))))
      expect(found.map((payment) => payment?.id ?? null)).toEqual([idOf(2), null, idOf(1), idOf(2), null, null])
      const payments = await Promise.all(numbers(200).map((n) => ledger.find(idOf(n))))
      expect(payments.flatMap((payment) => payment?.id ?? [])).toEqual([idOf(1), idOf(2)])
    })

    test("of concurrent answers those whose claim is still held are stored, each with its own text and time", async () => {
      const owners = await Promise.all(numbers(50).map((n) => claimed(n)))
      await ledger.release(idOf(2), owners[1] ?? "", "answer_failed", NOW)
      await claimed(3, NOW + CLAIM_MS + 1)
      const answerOf = (n: number): Answer => ({ body: `{"sold":${n}}`, etag: n % 2 === 0 ? `"${n}"` : null })
      const save = (n: number, answer = answerOf(n)) => ledger.saveAnswer(idOf(n), owners[n - 1] ?? "", answer, NOW + n)
      // Both answers to claim 50 are in one group of writes. Different groups may end in any order.
      const [first, second, ...others] = await Promise.all([
        save(50),
        save(50, SOLD),
        ...numbers(49).map((n) => save(n)),
      ])
      expect([first, second]).toEqual([true, false])
      expect(others.flatMap((isKept, index) => (isKept ? [] : [index + 1]))).toEqual([2, 3])
      for (const n of [1, 4, 50]) {
        const expected = { state: "answered", answer: answerOf(n), answeredAtMs: NOW + n }
        expect(await ledger.find(idOf(n))).toMatchObject(expected)
      }
      expect([await stateOf(2), await stateOf(3)]).toEqual(["released", "claimed"])
    })

    test("find() returns null for an unknown proof, and the purchase for a claimed proof", async () => {
      expect(await ledger.find(idOf(1))).toBeNull()
      await claimed(1)
      expect(await ledger.find(idOf(1))).toEqual({
        ...purchase(1),
        id: idOf(1),
        state: "claimed",
        answer: null,
        transaction: null,
        reason: null,
        claimedUntilMs: NOW + CLAIM_MS,
        answeredAtMs: null,
        settledAtMs: null,
      })
    })

    test("a claimed, answered or settled proof cannot be claimed for another resource", async () => {
      const other = purchase(1, { resource: "GET /api/signal/ETH" })
      await claimed(1)
      expect((await ledger.claim(other, NOW)).kind, "claimed").toBe("other_resource")
      await answered(2)
      const second = purchase(2, { resource: "GET /api/signal/ETH" })
      expect((await ledger.claim(second, NOW)).kind, "answered").toBe("other_resource")
      await settled(3)
      const third = purchase(3, { resource: "GET /api/signal/ETH" })
      expect((await ledger.claim(third, NOW)).kind, "settled").toBe("other_resource")
    })

    test("a claim of a settled proof returns its answer, however late", async () => {
      await settled(1)
      const claim = await ledger.claim(purchase(1), NOW + 1_000 * CLAIM_MS)
      expect(claim).toMatchObject({ kind: "settled", payment: { answer: SOLD, transaction: transaction(1).hash } })
    })

    test.each(["released", "refused"] as const)(
      "a %s proof can be claimed again for another resource",
      async (state) => {
        const owner = await sentOrAnswered(state)
        const again = await ledger.claim(purchase(1, { resource: "GET /api/risk/BTC", endpoint: "risk" }), NOW)
        expect(again.kind).toBe("claimed")
        expect(again.kind === "claimed" && again.owner).not.toBe(owner)
        expect(await ledger.find(idOf(1))).toMatchObject({
          state: "claimed",
          resource: "GET /api/risk/BTC",
          endpoint: "risk",
          answer: null,
          transaction: null,
          reason: null,
        })
      },
    )

    async function sentOrAnswered(state: "released" | "refused"): Promise<string> {
      if (state === "released") {
        const owner = await answered(1)
        await ledger.release(idOf(1), owner, "answer_failed", NOW)
        return owner
      }
      const owner = await sent(1)
      await ledger.markRefused(idOf(1), "invalid_transaction_state", NOW)
      return owner
    }

    test("a new claim of the same nonce with other terms replaces the authorization", async () => {
      const owner = await claimed(1)
      await ledger.release(idOf(1), owner, "answer_failed", NOW)
      const resigned = purchase(1, {
        authorization: { signature: `0x${"ab".repeat(65)}`, validBeforeS: 1_999_999_999 },
      })
      await ledger.claim(resigned, NOW)
      expect((await ledger.find(idOf(1)))?.authorization).toEqual(resigned.authorization)
    })

    test.each(["claimed", "answered"] as const)("an expired claim in state %s is taken over once", async (state) => {
      if (state === "claimed") await claimed(1)
      else await answered(1)
      expect((await ledger.claim(purchase(1), NOW + CLAIM_MS)).kind, "the claim holds to its last millisecond").toBe(
        "busy",
      )
      const late = await Promise.all([1, 2, 3].map(() => ledger.claim(purchase(1), NOW + CLAIM_MS + 1)))
      expect(late.map(({ kind }) => kind).sort()).toEqual(["busy", "busy", "claimed"])
    })

    test.each(["claimed", "answered"] as const)(
      "an expired claim in state %s is taken over only for the same resource",
      async (state) => {
        await (state === "claimed" ? claimed(1) : answered(1))
        const other = purchase(1, { resource: "GET /api/signal/ETH" })
        expect((await ledger.claim(other, NOW + CLAIM_MS + 1)).kind).toBe("other_resource")
        expect((await ledger.claim(purchase(1), NOW + CLAIM_MS + 1)).kind).toBe("claimed")
      },
    )

    test("a sent payment is not taken over, however old its claim", async () => {
      await sent(1)
      expect((await ledger.claim(purchase(1), NOW + 1_000 * CLAIM_MS)).kind).toBe("busy")
    })

    describe("the pending spend ahead of a claim", () => {
      const AMOUNT = 50_000n
      /** The n-th purchase of one payer. */
      const purchaseOfPayer = (n: number) => purchase(n, { authorization: { from: SIGNER } })
      const idOfPayer = (n: number) => paymentId(purchaseOfPayer(n))
      const pendingSpendOf = (n: number, nowMs = NOW) => ledger.pendingSpend(idOfPayer(n), nowMs)

      async function claimOfPayer(n: number): Promise<string> {
        const claim = await ledger.claim(purchaseOfPayer(n), NOW)
        if (claim.kind !== "claimed") throw new Error(`Expected to claim ${n}, got ${claim.kind}.`)
        return claim.owner
      }

      test("is the sum of the payer's earlier claims, without other payers' claims", async () => {
        await claimed(9)
        await Promise.all([1, 2, 3].map(claimOfPayer))
        const unsent = (await Promise.all([1, 2, 3].map((n) => pendingSpendOf(n)))).map((found) => found.unsent)
        expect(new Set(unsent)).toEqual(new Set([0n, AMOUNT, 2n * AMOUNT]))
      })

      test("includes later claims that were answered or sent, until they end", async () => {
        await claimOfPayer(1)
        const [second, third] = [await claimOfPayer(2), await claimOfPayer(3)]
        expect(await pendingSpendOf(1)).toEqual({ unsent: 0n, sent: 0n })
        await ledger.saveAnswer(idOfPayer(2), second, SOLD, NOW)
        await ledger.saveAnswer(idOfPayer(3), third, SOLD, NOW)
        expect(await pendingSpendOf(1)).toEqual({ unsent: 2n * AMOUNT, sent: 0n })
        await ledger.markSent(
          transaction(1),
          [{ id: idOfPayer(2), authorization: purchaseOfPayer(2).authorization }],
          NOW,
        )
        expect(await pendingSpendOf(1)).toEqual({ unsent: AMOUNT, sent: AMOUNT })
        await ledger.markSettled([idOfPayer(2)], mined(1), NOW)
        await ledger.release(idOfPayer(3), third, "settlement_unsent", NOW)
        expect(await pendingSpendOf(1)).toEqual({ unsent: 0n, sent: 0n })
      })

      test("excludes expired claims and includes every sent payment", async () => {
        for (const n of [1, 2]) await ledger.saveAnswer(idOfPayer(n), await claimOfPayer(n), SOLD, NOW)
        await ledger.markSent(
          transaction(1),
          [{ id: idOfPayer(1), authorization: purchaseOfPayer(1).authorization }],
          NOW,
        )
        await claimOfPayer(3)
        expect(await pendingSpendOf(3, NOW + CLAIM_MS + 1)).toEqual({ unsent: 0n, sent: AMOUNT })
      })

      test("is the same for concurrent and for single reads", async () => {
        await Promise.all([1, 2, 3, 4].map(claimOfPayer))
        await ledger.saveAnswer(idOfPayer(5), await claimOfPayer(5), SOLD, NOW)
        for (const n of [11, 12]) await claimed(n)
        const late = NOW + CLAIM_MS + 1
        const asked = [
          ...[1, 2, 3, 4, 5, 3].map((n) => [idOfPayer(n), NOW] as const),
          ...[1, 2].map((n) => [idOfPayer(n), late] as const),
          ...[11, 12, 13].map((n) => [idOf(n), NOW] as const),
        ]
        const batched = await Promise.all(asked.map(([id, nowMs]) => ledger.pendingSpend(id, nowMs)))
        for (const [index, [id, nowMs]] of asked.entries()) {
          expect(batched[index], id).toEqual(await ledger.pendingSpend(id, nowMs))
        }
        const unsent = new Set(batched.slice(0, 4).map((found) => found.unsent))
        expect(unsent, "one after another").toEqual(new Set([1n, 2n, 3n, 4n].map((n) => n * AMOUNT)))
        expect(batched.slice(6)).toEqual(Array.from({ length: 5 }, () => ({ unsent: 0n, sent: 0n })))
      })

      test("counts only the same token, with amounts of 78 digits", async () => {
        const most = usdc(2n ** 256n - 1n)
        const huge = [4, 5].map((n) => purchase(n, { authorization: { from: SIGNER, value: most } }))
        for (const one of huge) await ledger.claim(one, NOW)
        await ledger.claim(purchase(6, { authorization: { from: SIGNER }, asset: SIGNER }), NOW)
        await ledger.claim(purchaseOfPayer(7), NOW + 1)
        expect(await pendingSpendOf(7)).toEqual({ unsent: 2n * most, sent: 0n })
      })
    })

    test("only the claim's owner can save an answer, once", async () => {
      const owner = await claimed(1)
      expect(await ledger.saveAnswer(idOf(1), "somebody", SOLD, NOW)).toBe(false)
      expect(await ledger.saveAnswer(idOf(1), owner, SOLD, NOW)).toBe(true)
      expect(await ledger.saveAnswer(idOf(1), owner, { body: "other", etag: null }, NOW)).toBe(false)
      expect(await ledger.find(idOf(1))).toMatchObject({ answer: SOLD, answeredAtMs: NOW })
    })

    test("an owner whose claim was taken over can neither answer nor release", async () => {
      const owner = await claimed(1)
      await claimed(1, NOW + CLAIM_MS + 1)
      expect(await ledger.saveAnswer(idOf(1), owner, SOLD, NOW)).toBe(false)
      expect(await ledger.release(idOf(1), owner, "late", NOW)).toBe(false)
      expect(await stateOf(1)).toBe("claimed")
    })

    test("release deletes the answer and is allowed only to the owner", async () => {
      const owner = await answered(1)
      expect(await ledger.release(idOf(1), "somebody", "no", NOW)).toBe(false)
      expect(await ledger.release(idOf(1), owner, "settlement_unsent", NOW)).toBe(true)
      expect(await ledger.find(idOf(1))).toMatchObject({ state: "released", reason: "settlement_unsent", answer: null })
    })

    test("a sent or settled payment cannot be released", async () => {
      const owner = await sent(1)
      expect(await ledger.release(idOf(1), owner, "no", NOW)).toBe(false)
      await ledger.markSettled([idOf(1)], mined(1), NOW)
      expect(await ledger.release(idOf(1), owner, "no", NOW)).toBe(false)
      expect(await ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, NOW)).toBe(0)
      expect(await stateOf(1)).toBe("settled")
    })

    test("an answered or sent payment is settled with the transaction that paid", async () => {
      await answered(1)
      await sent(2)
      await ledger.markSettled([idOf(1), idOf(2)], { ...mined(9), gasUsed: null }, NOW + 5)
      for (const n of [1, 2]) {
        const expected = { state: "settled", transaction: mined(9).hash, settledAtMs: NOW + 5, answer: SOLD }
        expect(await ledger.find(idOf(n))).toMatchObject(expected)
      }
    })

    test("a claimed or released payment cannot be settled or refused", async () => {
      const owner = await claimed(1)
      await ledger.markSettled([idOf(1)], mined(1), NOW)
      expect(await stateOf(1), "nothing was sold yet").toBe("claimed")
      await ledger.release(idOf(1), owner, "answer_failed", NOW)
      await ledger.markSettled([idOf(1)], mined(1), NOW)
      await ledger.markRefused(idOf(1), "no", NOW)
      expect(await ledger.find(idOf(1))).toMatchObject({ state: "released", reason: "answer_failed" })
    })

    test("refusing a sent payment deletes its answer, and a settled payment stays settled", async () => {
      await sent(1)
      await ledger.markRefused(idOf(1), "invalid_transaction_state", NOW)
      expect(await ledger.find(idOf(1))).toMatchObject({
        state: "refused",
        reason: "invalid_transaction_state",
        answer: null,
      })
      await settled(2)
      await ledger.markRefused(idOf(2), "no", NOW)
      expect(await stateOf(2)).toBe("settled")
    })

    test("releaseAbandoned() releases old claims, and neither newer claims nor sent payments", async () => {
      await claimed(1, NOW - 2 * CLAIM_MS)
      await answered(2)
      await sent(3)
      expect(await ledger.releaseAbandoned(NOW, NOW)).toBe(1)
      expect(await Promise.all([1, 2, 3].map(stateOf))).toEqual(["released", "answered", "sent"])
      expect(await ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, NOW)).toBe(1)
      expect(await Promise.all([1, 2, 3].map(stateOf))).toEqual(["released", "released", "sent"])
    })

    test("unfinished() lists sent payments, oldest first, up to a limit", async () => {
      for (const n of [3, 1, 2]) await sent(n)
      await answered(4)
      await ledger.markSettled([idOf(1)], mined(1), NOW)
      expect((await ledger.unfinished(10)).map(({ id }) => id)).toEqual([idOf(3), idOf(2)])
      expect((await ledger.unfinished(1)).map(({ id }) => id)).toEqual([idOf(3)])
    })
  })
}

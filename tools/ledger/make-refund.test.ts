import { expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { openEmbeddedStore } from "@/lib/store/open-store"
import type { Sale } from "./sales"
import type { PayeeAccount, RefundStatus, SignedRefund } from "./payee-account"
import { makeRefund } from "./make-refund"
import { createRefundStore } from "./refunds"

const PAYEE = `0x${"Ab".repeat(20)}` as const

const sale: Sale = {
  id: "one",
  settledAtMs: 0,
  endpoint: "signal",
  resource: "GET /api/signal/BTC",
  payer: `0x${"1".repeat(40)}`,
  payTo: `0x${"ab".repeat(20)}`,
  amount: usdc(50_000n),
  lost: usdc(0n),
  transaction: `0x${"2".repeat(64)}`,
  blockNumber: 1,
}

/** A chain with one account, which mines each transaction at once. */
class FakeChain {
  readonly sent: SignedRefund[] = []
  readonly mined = new Map<string, RefundStatus>()
  fault: "none" | "drops" | "mines in silence" | "reverts" | "too cheap" = "none"
  raised: readonly string[] = []
  count = 5
  signed = 0

  readonly account: PayeeAccount = {
    address: PAYEE,
    sign: async (_, { former, minNonce = 0 } = {}) => {
      this.signed += 1
      const transaction = `0xa${this.signed}` as const
      if (former) this.raised = [...this.raised, transaction]
      return { transaction, raw: `0x02${this.signed}`, nonce: former?.nonce ?? Math.max(this.count, minNonce) }
    },
    minedCount: async () => this.count,
    statusOf: async (transaction) => this.mined.get(transaction) ?? null,
    send: async (signed) => {
      if (this.fault === "drops") throw new Error("connection refused")
      const isTooCheap = this.fault === "too cheap" && !this.raised.includes(signed.transaction)
      if (isTooCheap) throw new Error("max fee per gas less than block base fee")
      this.sent.push(signed)
      this.count += 1
      const status = this.fault === "reverts" ? "reverted" : "success"
      this.mined.set(signed.transaction, status)
      if (this.fault === "mines in silence") throw new Error("timed out")
      return status
    },
  }
}

async function open() {
  const chain = new FakeChain()
  const refunds = createRefundStore(await openEmbeddedStore(":memory:"))
  const ports = { refunds, account: chain.account, clock: () => 9 }
  const refund = ({ replace = false } = {}) => makeRefund(ports, sale, { reason: "a wrong answer", replace })
  return { chain, refunds, ports, refund }
}

const paid = (transaction: string) => ({ transaction, status: "success" })

test("a refund whose broadcast failed is sent once with the same bytes", async () => {
  const { chain, refunds, refund } = await open()
  chain.fault = "drops"
  await expect(refund()).rejects.toThrow(/0xa1 is in the ledger and in no block yet.*connection refused/)
  expect(await refunds.unfinished()).toMatchObject([{ transaction: "0xa1", raw: "0x021", nonce: 5 }])
  chain.fault = "none"
  expect(await refund()).toEqual(paid("0xa1"))
  await expect(refund()).rejects.toThrow("was refunded in 0xa1 (a wrong answer)")
  expect(chain.sent.map(({ raw }) => raw)).toEqual(["0x021"])
})

test("a mined refund whose receipt was not read is found on the chain", async () => {
  const { chain, refunds, refund } = await open()
  chain.fault = "mines in silence"
  await expect(refund()).rejects.toThrow("timed out")
  expect(await refund()).toEqual(paid("0xa1"))
  expect(chain.sent).toHaveLength(1)
  expect(await refunds.find("one")).toMatchObject({ completedAtMs: 9 })
})

test("a refund that reverted is signed again", async () => {
  const { chain, refunds, refund } = await open()
  chain.fault = "reverts"
  expect(await refund()).toEqual({ transaction: "0xa1", status: "reverted" })
  chain.fault = "none"
  expect(await refund()).toEqual(paid("0xa2"))
  expect(await refunds.find("one")).toMatchObject({ transaction: "0xa2", nonce: 6, completedAtMs: 9 })
})

test("with --replace a refund whose fee is too low is signed again with the same nonce and a higher fee", async () => {
  const { chain, refunds, refund } = await open()
  chain.fault = "too cheap"
  for (const _ of [1, 2])
    await expect(refund()).rejects.toThrow(/with --replace pays higher fees.*less than block base fee/)
  expect(await refund({ replace: true })).toEqual(paid("0xa2"))
  expect(chain.sent).toMatchObject([{ transaction: "0xa2", nonce: 5 }])
  expect(await refunds.find("one")).toMatchObject({ transaction: "0xa2", completedAtMs: 9 })
})

test("when the refund with the lower fee is mined, it counts as the refund and no other is sent", async () => {
  const { chain, refunds, refund } = await open()
  chain.fault = "drops"
  for (const replace of [false, true, true]) await expect(refund({ replace })).rejects.toThrow("no block yet")
  expect(await refunds.find("one")).toMatchObject({ transaction: "0xa3", nonce: 5, former: ["0xa1", "0xa2"] })
  chain.fault = "none"
  chain.mined.set("0xa1", "success")
  chain.count += 1
  expect(await refund({ replace: true })).toEqual(paid("0xa1"))
  expect(chain.sent).toEqual([])
  expect(await refunds.find("one")).toMatchObject({ transaction: "0xa1", completedAtMs: 9 })
})

test("a refund whose nonce another transaction used is signed again only with --replace", async () => {
  const { chain, refund } = await open()
  chain.fault = "drops"
  await expect(refund()).rejects.toThrow("no block yet")
  chain.fault = "none"
  chain.count += 1
  await expect(refund()).rejects.toThrow("another transaction has its nonce 5")
  expect(chain.sent).toEqual([])
  expect(await refund({ replace: true })).toEqual(paid("0xa2"))
})

test("for a refund without stored bytes the chain is read, and no transaction is sent", async () => {
  const { chain, refunds, refund } = await open()
  const old = { paymentId: "one", transaction: "0x0d", raw: null, nonce: null, former: [], reason: "long ago" } as const
  await refunds.begin(old, 1)
  await expect(refund()).rejects.toThrow("its bytes were not kept")
  chain.mined.set("0x0d", "success")
  expect(await refund()).toEqual(paid("0x0d"))
  expect(chain.sent).toEqual([])
})

test("a key that is not the payee's signs no refund", async () => {
  const { chain, refunds, ports } = await open()
  const other = { ...sale, payTo: `0x${"9".repeat(40)}` } as const
  const refusal = makeRefund(ports, other, { reason: "x", replace: false })
  await expect(refusal).rejects.toThrow(`PAYEE_PRIVATE_KEY: it is the key of ${PAYEE}, and ${other.payTo} was paid.`)
  expect([chain.signed, await refunds.find("one")]).toEqual([0, null])
})

test("three concurrent refunds use three nonces", async () => {
  const { chain, ports } = await open()
  const sales = ["one", "two", "three"].map((id) => ({ ...sale, id }))
  const made = await Promise.all(sales.map((one) => makeRefund(ports, one, { reason: "an outage", replace: false })))
  expect(made.map(({ status }) => status)).toEqual(["success", "success", "success"])
  expect(chain.sent.map(({ nonce }) => nonce).toSorted((a, b) => a - b)).toEqual([5, 6, 7])
})

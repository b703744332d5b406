import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from "vitest"
import { openAttackedService } from "@/tools/testing/payments/attacked-service"
import { newPayer } from "@/tools/testing/payments/fixtures"
import { purchase } from "@/tools/testing/ledger/fixtures"
import { authorizeNow, openPaymentSetup, type PaymentSetup } from "@/tools/testing/payments/payment-setup"
import type { GateOutcome } from "./payment-attempt"
import { createSpendGuard } from "./spend-guard"

let setup: PaymentSetup
let service: Awaited<ReturnType<typeof openAttackedService>>

beforeAll(async () => {
  setup = await openPaymentSetup()
}, 30_000)
afterAll(() => setup.stop())
beforeEach(async () => {
  service = await openAttackedService(setup)
})
afterEach(() => service.close())

/** Concurrent purchases by a payer whose balance is a multiple of the price. */
async function buyConcurrently(count: number, prices: number) {
  const payer = newPayer()
  await setup.mint(...Array.from({ length: prices }, () => payer.address))
  const proofs = await Promise.all(Array.from({ length: count }, () => authorizeNow(payer)))
  const before = await transfers()
  const outcomes = await Promise.all(proofs.map((proof) => service.attempt(proof)))
  return { payer, proofs, outcomes, transactions: (await transfers()) - before }
}

const transfers = () => setup.client.getTransactionCount({ address: setup.account.address })

function kindsOf(outcomes: readonly GateOutcome[]) {
  const count = (kind: GateOutcome["kind"]) => outcomes.filter((outcome) => outcome.kind === kind).length
  return { delivered: count("delivered"), refused: count("refused"), others: count("pending") + count("failed") }
}

test("of 30 concurrent purchases with balance for one, one is sold and 29 are refused before a transaction", async () => {
  const { payer, proofs, outcomes, transactions } = await buyConcurrently(30, 1)
  expect(kindsOf(outcomes)).toEqual({ delivered: 1, refused: 29, others: 0 })
  for (const outcome of outcomes.filter(({ kind }) => kind === "refused")) {
    expect(outcome).toMatchObject({ reason: "invalid_exact_evm_insufficient_balance" })
  }
  expect([transactions, service.counts.produced]).toEqual([1, 1])

  await setup.mint(payer.address)
  const refused = proofs.find((_, index) => outcomes[index]?.kind === "refused")
  if (refused === undefined) throw new Error("29 were refused.")
  expect(await service.attempt(refused), "the same proof, once there is money for it").toMatchObject({
    kind: "delivered",
  })
})

test("30 concurrent purchases with balance for 30 are all sold", async () => {
  const { payer, outcomes } = await buyConcurrently(30, 30)
  expect(kindsOf(outcomes)).toEqual({ delivered: 30, refused: 0, others: 0 })
  expect(await setup.balanceOf(payer.address)).toBe(0n)
}, 30_000)

test("of 30 concurrent purchases with balance for 10, 10 are sold", async () => {
  const { payer, outcomes } = await buyConcurrently(30, 10)
  expect(kindsOf(outcomes)).toEqual({ delivered: 10, refused: 20, others: 0 })
  expect(await setup.balanceOf(payer.address)).toBe(0n)
}, 30_000)

test("sequential purchases are sold without a wait while the balance lasts", async () => {
  const payer = newPayer()
  await setup.mint(payer.address, payer.address, payer.address)
  for (let n = 0; n < 3; n += 1) {
    expect(await service.attempt(await authorizeNow(payer))).toMatchObject({ kind: "delivered" })
  }
  expect(await service.attempt(await authorizeNow(payer))).toMatchObject({ kind: "refused" })
})

/** A payer with balance for two payments, which are in flight until this many sleeps have passed. */
function openGuard({ sleeps }: { readonly sleeps: number }) {
  const { from, value } = purchase(1).authorization
  const time = { ms: 1_000_000, sleeps: 0 }
  const guard = createSpendGuard({
    clock: () => time.ms,
    async sleep(ms) {
      time.ms += ms
      time.sleeps += 1
    },
  })
  const payable = () => ({ kind: "payable", balance: 2n * value, askedMs: time.ms, deployment: null }) as const
  const pending = async () => ({ unsent: 0n, sent: time.sleeps < sleeps ? 2n * value : 0n })
  const check = () => guard.check({ payer: from, value, pending }, payable(), async () => payable())
  return { time, record: () => guard.recordTransfer(from, value), check }
}

test("the guard waits at most five times for transfers in flight, and then refuses", async () => {
  expect(await openGuard({ sleeps: 5 }).check()).toMatchObject({ kind: "payable" })
  const late = openGuard({ sleeps: 6 })
  expect(await late.check()).toMatchObject({ kind: "refused" })
  expect(late.time.sleeps).toBe(5)
})

test("transfers from before the clock was set back are ignored", async () => {
  const { time, record, check } = openGuard({ sleeps: 0 })
  for (let n = 0; n < 2; n += 1) record()
  time.ms -= 3_600_000
  expect(await check()).toMatchObject({ kind: "payable" })
  expect(time.sleeps).toBe(0)
})

import { numberToHex } from "viem"
import { expect, test } from "vitest"
import { z } from "zod"
import { headOf } from "@/lib/x402/chain/head"
import type { WaitEnd } from "@/lib/domain/clock"
import { seededRandom } from "@/lib/domain/statistics/random"
import { paidContract } from "@/lib/endpoints/catalogue"
import { createFacilitatorClient } from "@/lib/x402/remote/facilitator-client"
import { ALL_TIME, salesOf } from "@/tools/ledger/sales"
import { createRedeliveryStores } from "@/lib/x402/ledger/redelivery-stores"
import { createFacilitatorSubmissions } from "@/lib/x402/ledger/facilitator-submissions"
import type { Authorization } from "@/lib/x402/ledger/payment"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import type { GateOutcome } from "@/lib/x402/gate/payment-attempt"
import { createPaymentService } from "@/lib/x402/payment-service"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { type Behaviour, type FakeFacilitator, startFakeFacilitator } from "@/tools/testing/payments/fake-facilitator"
import { btc, CHAIN_ID, newPayer, present, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { authorizeNow, openPaymentSetup, type PaymentSetup } from "@/tools/testing/payments/payment-setup"
import { createRemoteSettler } from "./remote-settler"

const PAYERS = 24
/** Two to three times the duration on a busy machine, where answers arrive after their deadlines. */
const MAX_PROCESSES = 75
/** Minimum lifetime of a process, in which its settler can finish payments. */
const PROCESS_LIFETIME_MS = 600
const WAIT_MS = 400

const Nonce = z.object({
  paymentPayload: z.object({ payload: z.object({ authorization: z.object({ nonce: z.string() }) }) }),
})

test("with every facilitator fault and restarts, every payment pays once and its answer is delivered once", async () => {
  const setup = await openPaymentSetup()
  const fake = await startFakeFacilitator()
  const store = await openEmbeddedStore(":memory:")
  const payers = Array.from({ length: PAYERS }, newPayer)
  await setup.mint(...payers.map(({ address }) => address))
  const validBeforeS = Math.floor(Date.now() / 1_000) + 3_600
  const proofs = await Promise.all(payers.map((payer) => authorizeNow(payer, { validBeforeS })))
  misbehave(fake, setup, new Map(proofs.map((proof) => [proof.nonce, proof])))
  const incomeBefore = await setup.balanceOf(terms.payTo)

  const bodies = new Map<string, string>()
  let made = 0
  let waiting: readonly Authorization[] = proofs
  for (let round = 0; waiting.length > 0 && round < MAX_PROCESSES; round += 1) {
    // Each round is a new process, which keeps only the ledger.
    const { gate, settler } = await openPaidRoute(setup, store, fake.url)
    const outcomes = await Promise.all(
      waiting.map(async (proof): Promise<[Authorization, GateOutcome]> => {
        const sold = () => Promise.resolve({ body: `answer ${(made += 1)}`, etag: null })
        return [proof, await gate.pay(present(proof), btc, sold)]
      }),
    )
    await timerSleep(PROCESS_LIFETIME_MS)
    await settler.stop()
    for (const [{ nonce }, outcome] of outcomes) {
      if (outcome.kind === "delivered") bodies.set(nonce, outcome.answer.body)
    }
    expect(outcomes.filter(([, { kind }]) => kind === "refused")).toEqual([])
    waiting = outcomes.filter(([, { kind }]) => kind !== "delivered").map(([proof]) => proof)
  }

  expect(waiting).toEqual([])
  expect((await setup.balanceOf(terms.payTo)) - incomeBefore).toBe(BigInt(PAYERS) * PRICE)
  expect(await Promise.all(payers.map(({ address }) => setup.balanceOf(address)))).toEqual(payers.map(() => 0n))
  const { gate, settler } = await openPaidRoute(setup, store, fake.url)
  for (const proof of proofs) {
    const again = await gate.pay(present(proof), btc, () => Promise.reject(new Error("sold already")))
    expect(again).toMatchObject({ kind: "delivered", redelivered: true, answer: { body: bodies.get(proof.nonce) } })
  }
  await settler.stop()
  let sales = 0
  for await (const sale of salesOf(store, { ...ALL_TIME, network: terms.network })) {
    const receipt = await setup.usdcChain.receipt(sale.transaction ?? "0x")
    const proof = proofs.filter(({ from }) => from === sale.payer)
    expect(receipt && setup.usdcChain.transfersIn(receipt, proof).size, "the named transaction paid").toBe(1)
    sales += 1
  }
  expect(sales).toBe(PAYERS)
  await fake.stop()
  await setup.stop()
}, 150_000)

type Reply = Awaited<ReturnType<Behaviour>>

/** Picks a random fault before or after the transfer. */
function misbehave(fake: FakeFacilitator, setup: PaymentSetup, proofs: ReadonlyMap<string, Authorization>): void {
  const random = seededRandom(402)
  const one = (choices: readonly Reply[]): Reply => choices[Math.floor(random() * choices.length)] ?? null
  const broken = { status: 502, body: "<html>", type: "text/html" }
  fake.verify = () =>
    one([{ body: { isValid: true } }, { body: { isValid: true } }, { body: { isValid: true } }, broken])
  fake.settle = async (body) => {
    const proof = proofs.get(Nonce.parse(body).paymentPayload.payload.authorization.nonce)
    if (proof === undefined) throw new Error("An unknown payment.")
    const paid = (transaction: string) => ({ body: { success: true, transaction, network: terms.network } })
    const failed = (errorReason: string) => ({ body: { success: false, errorReason, transaction: "" } })
    if (random() < 0.3)
      return one([
        broken,
        null,
        paid(numberToHex(7, { size: 32 })),
        failed("settlement_pending"),
        { status: 429, body: "" },
      ])
    const transaction = await send(setup, proof)
    return one([
      paid(transaction),
      paid(transaction),
      broken,
      null,
      failed("invalid_exact_evm_transaction_failed"),
      paid(""),
    ])
  }
}

/** A payment that was already sent fails on the chain, as for any facilitator. */
async function send(setup: PaymentSetup, proof: Authorization): Promise<string> {
  const call = setup.usdcChain.settlementCall([proof])
  try {
    return await setup.client.sendTransaction({ account: setup.wallet, gas: 200_000n, ...call })
  } catch {
    return ""
  }
}

async function openPaidRoute(setup: PaymentSetup, store: Store, url: string) {
  const ledger = createSqlLedger(store)
  let skipped = 0
  const clock = () => Date.now() + skipped
  const sleep = (ms: number, end?: WaitEnd) => {
    if (ms === WAIT_MS) return timerSleep(ms, end)
    skipped += ms
    return timerSleep(ms / 100, end)
  }
  const settler = createRemoteSettler({
    facilitator: createFacilitatorClient({
      url,
      authorize: async () => ({}),
      terms,
      contractOf: paidContract,
      fetch: globalThis.fetch,
      clock,
      verifyTimeoutMs: 200,
      settleTimeoutMs: 200,
    }),
    ledger,
    submissions: createFacilitatorSubmissions(store),
    chain: setup.usdcChain,
    head: () => headOf(setup.client),
    clock,
    sleep,
    waitMs: WAIT_MS,
    log: () => undefined,
  })
  return createPaymentService({
    ledger,
    chain: setup.usdcChain,
    settler,
    chainId: CHAIN_ID,
    terms,
    redeliveryStores: createRedeliveryStores(store),
    redeliveryWindowMs: 900_000,
    confirmations: 1,
    clock,
    sleep,
    warn: () => undefined,
  })
}

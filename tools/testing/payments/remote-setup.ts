import { headOf } from "@/lib/x402/chain/head"
import { paidContract } from "@/lib/endpoints/catalogue"
import { createFacilitatorClient } from "@/lib/x402/remote/facilitator-client"
import { createRedeliveryStores } from "@/lib/x402/ledger/redelivery-stores"
import { createFacilitatorSubmissions } from "@/lib/x402/ledger/facilitator-submissions"
import type { Authorization } from "@/lib/x402/ledger/payment"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { createRemoteSettler, type RemoteSettlerOptions } from "@/lib/x402/remote/remote-settler"
import type { Settler } from "@/lib/x402/settlement/settler"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { startFakeFacilitator } from "./fake-facilitator"
import { terms } from "./fixtures"
import { type PaymentSetup, queueSales } from "./payment-setup"

export const SECRET = "s3cret-of-the-operator"
/**
 * Timeout of a caller; other waits pass 50 times as fast. It exceeds the timeout for a facilitator that never answers.
 */
const WAIT_MS = 10_000
/** A busy machine answers over HTTP within this time, and a test of a facilitator that never answers takes as long. */
const FACILITATOR_TIMEOUT_MS = 2_000

/** A ledger whose payments a facilitator settles, with a behaviour that a test sets. */
export async function openRemoteSetup(setup: PaymentSetup) {
  const store = await openEmbeddedStore(":memory:")
  const ledger = createSqlLedger(store)
  const submissions = createFacilitatorSubmissions(store)
  const fake = await startFakeFacilitator()
  const incomeBefore = await setup.balanceOf(terms.payTo)
  const settlers: Settler[] = []
  const log: string[] = []
  let passed = 0
  const nowMs = () => Date.now() + passed
  const passTime = (ms: number) => void (passed += ms)

  function openRemote(changes: Partial<RemoteSettlerOptions> = {}): Settler {
    const facilitator = createFacilitatorClient({
      url: fake.url,
      authorize: async () => ({ Authorization: `Bearer ${SECRET}` }),
      terms,
      contractOf: paidContract,
      fetch: globalThis.fetch,
      clock: nowMs,
      verifyTimeoutMs: FACILITATOR_TIMEOUT_MS,
      settleTimeoutMs: FACILITATOR_TIMEOUT_MS,
    })
    const settler = createRemoteSettler({
      facilitator,
      ledger,
      submissions,
      chain: setup.usdcChain,
      head: () => headOf(setup.client),
      clock: nowMs,
      sleep(ms, signal) {
        if (ms === (changes.waitMs ?? WAIT_MS)) return timerSleep(ms, signal)
        passTime(ms)
        return timerSleep(ms / 50, signal)
      },
      waitMs: WAIT_MS,
      log: (event, facts) => void log.push(JSON.stringify({ event, ...facts })),
      ...changes,
    })
    settlers.push(settler)
    return settler
  }

  /** Settles as an honest facilitator does. Returns the transaction. */
  async function send(authorization: Authorization): Promise<`0x${string}`> {
    const call = setup.usdcChain.settlementCall([authorization])
    const hash = await setup.client.sendTransaction({ account: setup.wallet, ...call })
    await setup.client.waitForTransactionReceipt({ hash })
    return hash
  }

  async function oneSale() {
    const [sale] = await queueSales(setup, ledger, 1)
    if (!sale) throw new Error("Nothing was sold.")
    return sale
  }

  return {
    ledger,
    redeliveryStores: createRedeliveryStores(store),
    submissions,
    fake,
    log,
    nowMs,
    passTime,
    openRemote,
    send,
    one: oneSale,
    income: async () => (await setup.balanceOf(terms.payTo)) - incomeBefore,
    stateOf: async (id: string) => (await ledger.find(id))?.state,
    settleCalls: () => fake.calls.filter((call) => call === "settle").length,
    async close() {
      for (const settler of settlers) await settler.stop()
      await fake.stop()
    },
  }
}

/** The answers of a facilitator that has settled, or has not. */
export const settledReply = (transaction: string) => ({
  body: { success: true, transaction, network: "eip155:8453", payer: "0x" },
})
export const failedReply = (errorReason: string, transaction = "") => ({
  body: { success: false, errorReason, transaction, network: "eip155:8453" },
})

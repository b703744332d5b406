import type { Authorization } from "@/lib/x402/ledger/payment"
import { timerSleep } from "@/lib/outbound/ports"
import { createPaymentService } from "@/lib/x402/payment-service"
import type { PresentedPayment } from "@/lib/x402/wire/decode"
import type { Offer } from "@/lib/x402/wire/requirements"
import { btc, CHAIN_ID, present, terms } from "./fixtures"
import { openLedgerWithStores, type PaymentSetup, usdcChainAt } from "./payment-setup"

/** Calls that no request causes: reads of the balance of the settlement account. */
const BACKGROUND_METHODS = new Set(["eth_getBalance", "eth_feeHistory"])

/** A service on the real chain that counts the cost of payment attempts: answers, and calls to the node. */
export async function openAttackedService(
  setup: PaymentSetup,
  factories: readonly `0x${string}`[] = [],
  options: { readonly ledgerStores?: Awaited<ReturnType<typeof openLedgerWithStores>> } = {},
) {
  const { ledgerStores = await openLedgerWithStores() } = options
  const counts = { asked: [] as string[], produced: 0 }
  const service = await createPaymentService({
    ...ledgerStores,
    chain: usdcChainAt(setup.chain, setup.chain.rpcUrl, factories, (method) => {
      if (!BACKGROUND_METHODS.has(method)) counts.asked.push(method)
    }),
    settlerPrivateKey: setup.chain.settlerPrivateKey,
    chainId: CHAIN_ID,
    terms,
    redeliveryWindowMs: 900_000,
    confirmations: 1,
    clock: Date.now,
    sleep: timerSleep,
    warn: () => undefined,
  })
  const produce = async () => {
    counts.produced += 1
    return { body: "{}", etag: null }
  }
  return {
    ledgerStores,
    gate: service.gate,
    counts,
    attempt: (authorization: Authorization, changes: Partial<PresentedPayment> = {}, offer: Offer = btc) =>
      service.gate.pay({ ...present(authorization, offer), ...changes }, offer, produce),
    close: () => service.settler.stop(),
  }
}

import { readFileSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import { timerSleep } from "@/lib/outbound/ports"
import { paidRoute, type PaidRouteOptions } from "@/lib/server/http/paid-route"
import { createPaymentService } from "@/lib/x402/payment-service"
import { base64, CHAIN_ID, newPayer, payloadV2, quoteContract, terms } from "@/tools/testing/payments/fixtures"
import {
  authorizeNow,
  newGasGuard,
  openLedgerWithStores,
  openPaymentSetup,
  type PaymentSetup,
} from "@/tools/testing/payments/payment-setup"

/** The arrows of the picture that end at the gate, the ledger, the answer or the node: `L: claim`. */
const picture = [
  ...(/```mermaid\nsequenceDiagram\n(.*?)```/s.exec(readFileSync("docs/architecture.md", "utf8"))?.[1] ?? "").matchAll(
    /(?<!-)->>([GLUN]): (\w+)/g,
  ),
].map(([, to, method]) => `${to}: ${method}`)

/** Read at any time for the price of gas and the balance of the account, or without a request to a node. */
const NOT_SHOWN = new Set(["N: gasPrice", "N: etherOf", "N: settlementCall"])

let setup: PaymentSetup
beforeAll(async () => {
  setup = await openPaymentSetup()
})
afterAll(() => setup.stop())

test("the picture of a paid request has the calls of a sale in their order", async () => {
  const calls: string[] = []
  const { ledger, redeliveryStores } = await openLedgerWithStores()
  const { gate, settler } = await createPaymentService({
    ledger: recorded("L", ledger, calls),
    redeliveryStores,
    chain: recorded("N", setup.usdcChain, calls),
    chainId: CHAIN_ID,
    settlerPrivateKey: setup.chain.settlerPrivateKey,
    guard: newGasGuard(setup.usdcChain),
    terms,
    redeliveryWindowMs: 900_000,
    confirmations: 1,
    clock: Date.now,
    sleep: timerSleep,
    warn: () => undefined,
  })
  const answer = ({ coin }: { readonly coin: "BTC" | "ETH" | "SOL" }) => {
    calls.push("U: answer")
    return Promise.resolve({ coin, serial: 1 })
  }
  const route = paidRoute(
    quoteContract,
    answer,
    () => routeOptions,
    () => Promise.resolve(recorded("G", gate, calls)),
  )
  const payer = newPayer()
  await setup.mint(payer.address)
  // The recovery of an earlier process reads the ledger before the first sale.
  await expect.poll(() => calls).toContain("L: strandedTransactions")
  calls.length = 0
  const headers = { "PAYMENT-SIGNATURE": base64(payloadV2(await authorizeNow(payer))) }
  const request = new Request("http://localhost/api/quote/BTC", { headers })
  const response = await route.GET(request, { params: Promise.resolve({ coin: "BTC" }) })
  await settler.stop()
  expect(response.status).toBe(200)
  expect([...new Set(calls)].filter((call) => !NOT_SHOWN.has(call))).toEqual(picture)
})

const routeOptions: PaidRouteOptions = {
  origin: terms.origin,
  newRequestId: () => "request",
  log: () => undefined,
  now: () => 0,
  terms,
  clock: Date.now,
  artifacts: null,
  newNonce: () => "a1b2c3d4e5f67890a1b2c3d4e5f67890",
  answerDeadlineMs: 10_000,
  pauseOf: () => null,
  entityTagOf: () => Promise.resolve(null),
  previewOf: () => null,
}

/** The object, with each call of a method noted as `who: method`. */
function recorded<T extends object>(who: string, target: T, calls: string[]): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name)
      if (typeof value !== "function") return value
      return (...args: unknown[]) => {
        calls.push(`${who}: ${String(name)}`)
        return Reflect.apply(value, object, args)
      }
    },
  })
}

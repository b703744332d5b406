import { briefContract } from "@/lib/endpoints/brief/contract"
import { catalogue } from "@/lib/endpoints/catalogue"
import { type Contract, isPaid, type PaidContract } from "@/lib/api/contract"
import { Problem } from "@/lib/api/problem"
import { runtime } from "@/lib/server/runtime/runtime"
import { type Payment, paymentId } from "@/lib/x402/ledger/payment"
import { exampleOf, urlOf } from "@/tools/testing/catalogue/requests"
import { sealSoldDays } from "@/tools/testing/catalogue/sealed-days"
import { routeOf } from "@/tools/testing/catalogue/routes"
import { installRuntime } from "@/tools/testing/catalogue/catalogue-harness"
import type { FeedsHarness } from "./feeds-harness"
import { PASSING_PREFLIGHT, openGate } from "@/tools/testing/payments/fakes"
import { authorize, base64, newPayer, payloadV2, terms } from "@/tools/testing/payments/fixtures"

/** One paid request and its result. */
export type Sale = {
  readonly endpoint: string
  readonly status: number
  /** The answer when it matches the contract. */
  readonly promised: unknown
  readonly problem: ReturnType<typeof Problem.safeParse>["data"]
  /** The payment's state in the ledger; `null`: the ledger does not have it. */
  readonly state: Payment["state"] | null
}

const listed: readonly Contract[] = catalogue
/** A brief consists of other answers, and its price depends on their availability. */
export const products = listed.filter(isPaid).filter(({ id }) => id !== briefContract.id)
/** The fake chain accepts any signature; payments differ by their nonce. */
const SIGNATURE = `0x${"11".repeat(64)}1b` as const

/**
 * Connects the routes with a harness and buys every endpoint's example through the real gate and ledger.
 * @throws when another test connects the routes meanwhile: its ledger would have the payment.
 */
export async function buyEverything(harness: FeedsHarness): Promise<readonly Sale[]> {
  const service = await openGate()
  service.fakes.nowMs = Date.now()
  service.fakes.preflight = () => Promise.resolve(PASSING_PREFLIGHT)
  harness.signal?.throwIfAborted()
  installRuntime({ ...harness, gate: service.gate }, Date.now())
  await sealSoldDays()
  const sales: Sale[] = []
  for (const contract of products) {
    sales.push(await buy(contract, service))
    harness.signal?.throwIfAborted()
    if ((await runtime()).gate !== service.gate) throw new Error("Another test has connected the routes.")
  }
  await service.close()
  return sales
}

async function buy(contract: PaidContract, { ledger }: Awaited<ReturnType<typeof openGate>>): Promise<Sale> {
  const nowS = Math.floor(Date.now() / 1000)
  const window = { validAfterS: nowS - 600, validBeforeS: nowS + 300 }
  const authorization = await authorize(payer, { ...window, value: contract.price, signature: SIGNATURE })
  const question = exampleOf(contract)
  const url = new URL(urlOf(contract, question), terms.origin)
  url.searchParams.sort()
  const offer = { contract, url: url.pathname + url.search }
  const headers = { "PAYMENT-SIGNATURE": base64(payloadV2(authorization, offer)) }
  const { GET } = await routeOf(contract)
  const request = new Request(url, { headers })
  const response = await GET(request, { params: Promise.resolve(question.path) })
  const body: unknown = await response.json()
  return {
    endpoint: contract.id,
    status: response.status,
    promised: contract.response.safeParse(body).data ?? null,
    problem: Problem.safeParse(body).data,
    state: (await ledger.find(paymentId({ ...terms, authorization })))?.state ?? null,
  }
}

const payer = newPayer()

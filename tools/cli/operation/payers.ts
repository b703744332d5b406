import { Agent as PlainAgent, request as plainRequest } from "node:http"
import { Agent as TlsAgent, request as tlsRequest } from "node:https"
import { text } from "node:stream/consumers"
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from "@x402/core/http"
import { timerSleep } from "@/lib/outbound/ports"
import { officialClient, type Payer } from "@/tools/testing/payments/x402-payer"
import type { ReverseProxy } from "./reverse-proxy"

export type Purchase = {
  readonly startedMs: number
  /** `null`: the payer gave up. */
  readonly deliveredMs: number | null
  readonly requests: number
  /** Payments that were signed; more than one when the service refused the first one. */
  readonly signed: number
  /** Payments that were signed and not served when they were presented first. */
  readonly signedInVain: number
  readonly lastStatus: number
}

export type SendRequest = (path: string, headers?: Readonly<Record<string, string>>) => Promise<Reply>

/** `status` 0: the connection failed. */
type Reply = { readonly status: number; readonly header: (name: string) => string | null }

const REQUEST_TIMEOUT_MS = 40_000
const RETRY_MS = 500
/** Longer than every outage of the rehearsal with the time that settlement needs. */
const PURCHASE_TIMEOUT_MS = 120_000

export function createSendRequest({ origin, certificate }: ReverseProxy): SendRequest {
  const agent =
    certificate === null ? new PlainAgent({ keepAlive: true }) : new TlsAgent({ keepAlive: true, ca: certificate })
  const send = certificate === null ? plainRequest : tlsRequest
  return (path, headers = {}) =>
    new Promise((resolve) => {
      const failed = () => resolve({ status: 0, header: () => null })
      const call = send(`${origin}${path}`, { agent, headers, timeout: REQUEST_TIMEOUT_MS }, (response) => {
        const header = (name: string) => [response.headers[name] ?? []].flat()[0] ?? null
        text(response).then(() => resolve({ status: response.statusCode ?? 0, header }), failed)
      })
      call.on("error", failed).on("timeout", () => call.destroy())
      call.end()
    })
}

/**
 * Buys as the documentation tells payers to: an outage is waited for with the same signature, and a new one is signed only when
 * the service refused the payment, which charges nothing.
 */
export async function buy(ask: SendRequest, path: string, payer: Payer): Promise<Purchase> {
  const client = officialClient(payer)
  const startedMs = performance.now()
  let [requests, signed, signedInVain, lastStatus] = [0, 0, 0, 0]
  let payment: Readonly<Record<string, string>> | null = null
  let isNew = false
  while (performance.now() - startedMs < PURCHASE_TIMEOUT_MS) {
    const reply: Reply = await ask(path, payment ?? {})
    requests += 1
    lastStatus = reply.status
    if (payment !== null && reply.status === 200) {
      return { startedMs, deliveredMs: performance.now(), requests, signed, signedInVain, lastStatus }
    }
    if (isNew) signedInVain += 1
    isNew = false
    const challenge = reply.status === 402 ? reply.header("payment-required") : null
    if (challenge === null) {
      await timerSleep(RETRY_MS)
      continue
    }
    const payload = await client.createPaymentPayload(decodePaymentRequiredHeader(challenge))
    payment = { "PAYMENT-SIGNATURE": encodePaymentSignatureHeader(payload) }
    signed += 1
    isNew = true
  }
  return { startedMs, deliveredMs: null, requests, signed, signedInVain, lastStatus }
}

type Buyers = {
  readonly ask: SendRequest
  readonly path: string
  readonly payers: readonly Payer[]
  readonly onPurchase: (payer: Payer, purchase: Purchase) => void
}

/** Payers buy one after another while `work` runs, and finish the purchases that they began. */
export async function buyDuring(
  { ask, path, payers, onPurchase }: Buyers,
  action: () => Promise<void>,
): Promise<readonly Purchase[]> {
  let isOver = false
  const purchases: Purchase[] = []
  const loops = payers.map(async (payer) => {
    while (!isOver) {
      const purchase = await buy(ask, path, payer)
      purchases.push(purchase)
      onPurchase(payer, purchase)
    }
  })
  try {
    await action()
  } finally {
    isOver = true
    await Promise.all(loops)
  }
  return purchases
}

import { createBuyer, type BuyerOptions } from "@/clients/typescript/index"
import { signArtifacts } from "@/lib/x402/wire/signed-artifacts"
import { newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { openPaidRoute } from "@/tools/testing/payments/paid-route-harness"

type Send = () => Promise<Response>
/** Changes how a request is answered. */
export type FetchFault = (send: Send) => Promise<Response>

/** The resources of the tested endpoint, under names that the package's types know. */
export const BTC = "/quote/BTC" as "/signal/BTC"
export const ETH = "/quote/ETH" as "/signal/ETH"

/** A real gate and ledger behind a `fetch` function. `bindsAnswer`: receipts have the hash of the answer. */
export async function openService(bindsAnswer = false) {
  const artifacts = signArtifacts(`0x${"42".repeat(32)}`, bindsAnswer)
  const { endpoint, route: quote } = await openPaidRoute(artifacts)
  const service = {
    endpoint,
    version: 7,
    /** Payment headers in the order of their arrival. */
    sent: [] as string[],
    /** Requests without payment, by path and query. */
    asked: [] as string[],
    signer: artifacts.signer as string,
    waits: [] as number[],
    /** Faults of requests with a payment. */
    fetchFaults: [] as FetchFault[],
    /** Faults of requests for a price. */
    priceFaults: [] as FetchFault[],
    /** Other paths. */
    routes: {} as Record<string, (request: Request) => Response | Promise<Response>>,
  }

  async function fetchService(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const route = service.routes[pathname]
    if (route !== undefined) return route(request)
    if (pathname === "/api/versions") return Response.json({ versions: { "/quote/BTC": { version: service.version } } })
    if (pathname === "/.well-known/did.json") {
      return Response.json({ verificationMethod: [{ blockchainAccountId: `eip155:1:${service.signer}` }] })
    }
    const params = Promise.resolve({ coin: pathname.slice("/api/quote/".length) })
    const send = () => quote.GET(request, { params })
    const payment = request.headers.get("payment-signature")
    if (payment === null) service.asked.push(pathname + search)
    else service.sent.push(payment)
    const fault = (payment === null ? service.priceFaults : service.fetchFaults).shift()
    return fault === undefined ? send() : fault(send)
  }

  function buyer(changes: Partial<BuyerOptions> = {}) {
    return createBuyer({
      origin: terms.origin,
      signer: newPayer(),
      asset: terms.asset,
      maxAmountPerPayment: PRICE,
      maxPerDay: 10n * PRICE,
      fetch: fetchService,
      now: () => endpoint.fakes.nowMs,
      sleep: (ms) => Promise.resolve(void service.waits.push(ms)),
      ...changes,
    })
  }

  return Object.assign(service, { buyer, fetch: fetchService })
}

/** The service answers, but the client does not receive the answer. */
export const cutAnswer: FetchFault = async (send) => {
  await send()
  throw new TypeError("terminated")
}

/** The service answers, and the client waits for ever, as a program that has ended does. */
export const neverReceived: FetchFault = async (send) => {
  await send()
  return new Promise(() => undefined)
}

export const unavailable =
  (headers: Readonly<Record<string, string>> = {}, status = 503): FetchFault =>
  () =>
    Promise.resolve(new Response("<html>Bad gateway</html>", { status, headers }))

/** A proxy's limit, whose answer says nothing about earlier attempts. */
export const rateLimited: FetchFault = () =>
  Promise.resolve(
    Response.json(
      { title: "Rate limit exceeded", status: 429, code: "rate_limited", charged: "no", retryable: true },
      { status: 429 },
    ),
  )

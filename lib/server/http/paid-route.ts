import type { PaidContract, Params, ResponseOf } from "@/lib/api/contract"
import type { GateOutcome } from "@/lib/x402/gate/payment-attempt"
import type { PaymentGate } from "@/lib/x402/payment-service"
import type { SessionOutcome } from "@/lib/x402/sessions/session-outcome"
import type { ChannelPayment } from "@/lib/x402/wire/channel-payloads"
import { decodePayment, type PaymentProof } from "@/lib/x402/wire/decode"
import { credentialsIn } from "@/lib/x402/wire/mpp"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import type { Offer } from "@/lib/x402/wire/requirements"
import { decodeSignIn } from "@/lib/x402/wire/sign-in"
import { malformedFields, malformedSignInFields } from "@/lib/x402/wire/malformed-fields"
import { DataUnavailableError } from "@/lib/domain/errors"
import { fitsContract } from "./fits-contract"
import { matchesEntityTag, notModified, weakTag } from "./response"
import {
  answerResponse,
  malformedPayment,
  paymentRequired,
  type PaymentResponseOptions,
  purchaseHeader,
  type RequestContext,
  toResponse,
  TwoProtocolsError,
} from "./payment-responses"
import { parseRequestParams } from "./request-params"
import { toSessionResponse } from "./session-responses"
import { getRoute, type Route, type RouteContext, type RouteOptions } from "./route"

export type PaidRouteOptions = RouteOptions &
  PaymentResponseOptions & {
    /** How long the computation of an answer may take before the payment is released. */
    readonly answerDeadlineMs: number
    /** The version of the resource at a URL as an entity tag; `null` where it has none. */
    readonly entityTagOf: (url: string, ifNoneMatch?: string) => Promise<string | null>
  }

type ProduceAnswer = Parameters<PaymentGate["pay"]>[2]
type Answer = Awaited<ReturnType<ProduceAnswer>>
type Sale = { readonly offer: Offer; readonly produce: ProduceAnswer }

/** The offer for a request. `answer` runs for a payer whose payment was verified. */
export type Quote<C extends PaidContract> = {
  readonly offer: Offer
  readonly answer: (payer: string) => Promise<ResponseOf<C>>
}

/**
 * Sells a use case at its contract's price. `check` refuses parameters that the contract alone cannot refuse, before a price
 * is named.
 */
export function paidRoute<C extends PaidContract>(
  contract: C,
  handle: (params: Params<C>) => Promise<ResponseOf<C>>,
  options: () => PaidRouteOptions,
  gate: () => Promise<PaymentGate>,
  check: (params: Params<C>) => Promise<void> = () => Promise.resolve(),
): Route {
  return quotedRoute(
    contract,
    async (params, url) => {
      await check(params)
      return { offer: { contract, url }, answer: () => handle(params) }
    },
    options,
    gate,
  )
}

/**
 * Sells what `quote` offers for the parameters of a request: parse the request, answer 402 or decode the payment, pass it to the gate, answer.
 *
 * A 402 asks neither ledger nor chain, so an unpaid request is cheap. While no payment can be taken the answer is 503 instead,
 * before anything is signed.
 */
export function quotedRoute<C extends PaidContract>(
  contract: C,
  quote: (params: Params<C>, url: string) => Quote<C> | Promise<Quote<C>>,
  options: () => PaidRouteOptions,
  gate: () => Promise<PaymentGate>,
): Route {
  const parse = async (request: Request, context: RouteContext) => {
    const segments = await context.params
    const { params, url, ignored } = parseRequestParams(contract, segments, new URL(request.url).searchParams)
    return { ...(await quote(params, url)), ignored }
  }

  function respondPaymentRequired(context: RequestContext): Response {
    return paymentRequired(options(), context, "payment_required")
  }

  async function redeliverBySignIn(header: string, context: RequestContext): Promise<Response> {
    const signIn = decodeSignIn(header)
    const outcome = signIn && (await (await gate()).redeliverBySignIn(signIn, context.offer))
    if (outcome?.kind === "delivered") {
      return answerResponse(outcome.purchase.answer, context.requestId, purchaseHeader(outcome.purchase))
    }
    const wrong = signIn === null ? malformedSignInFields(header) : {}
    return paymentRequired(options(), { ...context, wrong }, outcome?.reason ?? "invalid_siwx_payload")
  }

  async function buy(paid: PaymentProof, offer: Offer, produce: ProduceAnswer): Promise<GateOutcome> {
    try {
      const payments = await gate()
      return paid.kind === "transfer"
        ? await payments.redeem(paid.proof, offer, produce)
        : await payments.pay(paid.payment, offer, produce)
    } catch (cause) {
      // The ledger cannot be opened, so this payment may have been charged before.
      const payer = paid.kind === "transfer" ? paid.proof.payer : paid.payment.authorization.from
      return { kind: "pending", transaction: null, payer, cause }
    }
  }

  /** `header`: a sign-in beside the payment, which proves the key of the channel; `null` without one. */
  async function payByChannel(payment: ChannelPayment, header: string | null, sale: Sale): Promise<SessionOutcome> {
    const { payer, payerAuthorizer } = payment.config
    const { offer, produce } = sale
    const refused = (reason: PaymentReason): SessionOutcome => ({ kind: "refused", reason, payer, channel: null })
    try {
      const { payByChannel, verifySignIn } = await gate()
      if (payByChannel === undefined) return refused("unsupported_scheme")
      if (header === null) return await payByChannel(payment, offer, produce)
      const signIn = decodeSignIn(header)
      if (signIn === null) return refused("invalid_siwx_payload")
      return await payByChannel(payment, offer, produce, async (isKnown) => {
        const isParty = async (address: string) =>
          ((address === payer || address === payerAuthorizer) && (await isKnown())) || null
        const result = await verifySignIn(signIn, offer, isParty)
        if (result.kind === "verified") return null
        return result.kind === "refused" ? result.reason : "invalid_siwx_signature"
      })
    } catch (cause) {
      // The ledger cannot be opened, so this voucher may have been charged before.
      return { kind: "pending", transaction: null, payer, cause }
    }
  }

  return getRoute(
    async (request, routeContext, requestId) => {
      const { offer, answer, ignored } = await parse(request, routeContext)
      const { answerDeadlineMs, entityTagOf } = options()
      const currentTag = (held?: string) =>
        withTimeout(ENTITY_TAG_TIMEOUT_MS, entityTagOf(offer.url, held)).catch(() => null)
      const ifNoneMatch = request.headers.get("if-none-match")
      if (ifNoneMatch !== null) {
        // Before the gate: a payment that comes with the request stays unspent.
        const etag = await currentTag(ifNoneMatch)
        if (etag !== null && matchesEntityTag(ifNoneMatch, etag)) return notModified(weakTag(etag), requestId)
      }
      const decoded = decodePayment(request.headers)
      if (decoded.kind === "invalid" && decoded.reason === "two_protocols") throw new TwoProtocolsError()
      const isMpp = credentialsIn(request.headers).length > 0
      const context: RequestContext = { offer, ignored, requestId, isExactOnly: isExactOnly(request), isMpp }
      const signIn = request.headers.get("sign-in-with-x")
      // A payment buys a new answer. A sign-in alone fetches the one that was bought.
      if (decoded.kind === "none" && signIn !== null) return redeliverBySignIn(signIn, context)
      if (decoded.kind === "none") return respondPaymentRequired(context)
      if (decoded.kind === "invalid") {
        return malformedPayment(options(), { ...context, wrong: malformedFields(request.headers) }, decoded.reason)
      }
      // An answer without its version is delivered too.
      const produce = async () => {
        // The tag first: data that change in between make the tag older than the answer, so the next request buys. The other order
        // would answer 304 to a buyer who has the older decision.
        const tag = await currentTag()
        return serialize(fitsContract(contract, await withTimeout(answerDeadlineMs, answer(payerOf(decoded)))), tag)
      }
      if (decoded.kind === "channel")
        return toSessionResponse(await payByChannel(decoded.payment, signIn, { offer, produce }), {
          options: options(),
          context,
          payment: decoded.payment,
        })
      const outcome = await buy(decoded, offer, produce)
      return toResponse(outcome, { options: options(), context, paid: decoded })
    },
    async (request, routeContext, requestId) => {
      const { offer, ignored } = await parse(request, routeContext)
      return respondPaymentRequired({ offer, ignored, requestId, isExactOnly: isExactOnly(request) })
    },
    options,
    // The terms without an error status: browsers log each 402 as an error in the console.
    async (request, routeContext, requestId) => {
      const { body, headers } = respondPaymentRequired({ ...(await parse(request, routeContext)), requestId })
      return new Response(body, { headers: [...headers, ["Allow", "GET, HEAD, OPTIONS"]] })
    },
  )
}

/**
 * `Accept-Payment` lists the schemes that a client reads. Strict clients throw at an entry of `accepts` with another one, and no
 * request without a word tells them from clients of sessions: both read the same header.
 */
function isExactOnly({ headers }: Request): boolean {
  const schemes = headers
    .get("accept-payment")
    ?.split(",")
    .map((scheme) => scheme.trim().toLowerCase())
  return schemes !== undefined && schemes.includes("exact") && !schemes.includes("batch-settlement")
}

function payerOf(paid: PaymentProof | { readonly kind: "channel"; readonly payment: ChannelPayment }): string {
  if (paid.kind === "channel") return paid.payment.config.payer
  return paid.kind === "transfer" ? paid.proof.payer : paid.payment.authorization.from
}

const serialized = new WeakMap<object, Answer>()

/** Calls of one second share a value, whose text is written once and, for the ledger, compressed once. */
function serialize(value: object, etag: string | null): Answer {
  const known = serialized.get(value)
  if (known !== undefined && known.etag === etag) return known
  const answer = { body: JSON.stringify(value), etag }
  serialized.set(value, answer)
  return answer
}

/** Versions are computed for all resources together. One answer does not wait for the feeds of the others. */
export const ENTITY_TAG_TIMEOUT_MS = 1_000

/** Rejects after the deadline. A payment is then released, and the result of the computation is dropped. */
export function withTimeout<T>(deadlineMs: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DataUnavailableError("The answer took too long to compute.")), deadlineMs)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

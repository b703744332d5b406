import type { PaidContract, Params, ResponseOf } from "@/lib/api/contract"
import type { Clock } from "@/lib/domain/clock"
import { DataUnavailableError } from "@/lib/domain/errors"
import { OutOfGasError } from "@/lib/payments/errors"
import { faultyFields } from "@/lib/payments/gate/faulty-fields"
import type { GateOutcome } from "@/lib/payments/gate/gate-outcome"
import type { Bought } from "@/lib/payments/gate/revisit"
import type { OpenGate } from "@/lib/payments/till"
import { challenge, encodeHeader, type Preview } from "@/lib/payments/wire/challenge"
import { type Decoded, decodePayment, type Dialect } from "@/lib/payments/wire/decode"
import { explainReason, type PaymentReason } from "@/lib/payments/wire/reason"
import type { Offer, PaymentTerms } from "@/lib/payments/wire/requirements"
import { decodeSignIn } from "@/lib/payments/wire/sign-in"
import type { SignedArtifacts } from "@/lib/payments/wire/signed-artifacts"
import { type WrongFields, wrongFields, wrongInSignIn } from "@/lib/payments/wire/wrong-fields"
import { machineHeaders } from "./headers"
import { AnsweredError } from "./problem"
import { parseQuestion } from "./question"
import { getRoute, type Route, type RouteContext, type RouteOptions } from "./route"

export type PaidRouteOptions = RouteOptions & {
  readonly terms: PaymentTerms
  readonly clock: Clock
  /** Fresh, unguessable: 32 hexadecimal digits. */
  readonly newNonce: () => string
  /** What is signed for payers; `null`: nothing. */
  readonly artifacts: SignedArtifacts | null
  /** How long an answer may take to compute before the payment is given back. */
  readonly answerDeadlineMs: number
  /** Nobody is asked for a signature now: there is no gas to submit payments with, or it costs too much. */
  readonly isPaused: () => boolean
  /** The version of what is sold at a URL, as an entity tag; `null` where it has none. */
  readonly entityTagOf: (url: string) => Promise<string | null>
  /** What is known of that version without waiting: quoted beside the price. */
  readonly previewOf: (url: string) => Preview | null
}

/**
 * Sells a use case: parse → 402 or decode → gate → answer.
 *
 * The challenge needs neither ledger nor chain, so an unpaid request costs next to nothing and is answered even when
 * both are down. While nobody could submit a payment it is 503 instead, before anything is signed.
 */
export function paidRoute<C extends PaidContract>(
  contract: C,
  handle: (params: Params<C>, signal: AbortSignal) => Promise<ResponseOf<C>>,
  options: () => PaidRouteOptions,
  gate: () => Promise<OpenGate>,
): Route {
  const question = async (request: Request, context: RouteContext) =>
    parseQuestion(contract, await context.params, new URL(request.url).searchParams)

  function ask(asked: Asked): Response {
    if (options().isPaused()) throw new OutOfGasError()
    return refusal(options(), asked, "payment_required")
  }

  async function revisit(header: string, asked: Asked): Promise<Response> {
    const signIn = decodeSignIn(header)
    const outcome = signIn && (await (await gate()).revisit(signIn, asked.offer))
    if (outcome?.kind === "delivered") {
      return answerResponse(outcome.bought.answer, asked.requestId, purchaseHeader(outcome.bought))
    }
    const wrong = signIn === null ? wrongInSignIn(header) : {}
    return refusal(options(), { ...asked, wrong }, outcome?.reason ?? "invalid_siwx_payload")
  }

  async function buy(paid: Paid, offer: Offer, produce: Parameters<OpenGate["pay"]>[2]): Promise<GateOutcome> {
    try {
      const till = await gate()
      return paid.kind === "transfer"
        ? await till.redeem(paid.proof, offer, produce)
        : await till.pay(paid.payment, offer, produce)
    } catch (cause) {
      // The books cannot be opened, so this payment may have been charged before.
      const payer = paid.kind === "transfer" ? paid.proof.payer : paid.payment.authorization.from
      return { kind: "pending", transaction: null, payer, cause }
    }
  }

  return getRoute(
    async (request, context, requestId) => {
      const { params, url, ignored } = await question(request, context)
      const { answerDeadlineMs, entityTagOf } = options()
      const offer: Offer = { contract, url }
      const asked: Asked = { offer, ignored, requestId }
      const decoded = decodePayment(request.headers)
      const signIn = request.headers.get("sign-in-with-x")
      // Who pays wants a new answer; who signs in alone wants the one it has bought.
      if (decoded.kind === "none" && signIn !== null) return revisit(signIn, asked)
      if (decoded.kind === "none") return ask(asked)
      if (decoded.kind === "invalid") {
        return unreadable(options(), { ...asked, wrong: wrongFields(request.headers) }, decoded.reason)
      }
      const produce = async () => ({
        body: JSON.stringify(await inTime(answerDeadlineMs, (signal) => handle(params, signal))),
        // An answer without its version is still worth its price.
        etag: await inTime(ENTITY_TAG_MS, () => entityTagOf(url)).catch(() => null),
      })
      const outcome = await buy(decoded, offer, produce)
      return toResponse(outcome, { options: options(), asked, paid: decoded })
    },
    async (request, context, requestId) => {
      const { url, ignored } = await question(request, context)
      return ask({ offer: { contract, url }, ignored, requestId })
    },
    options,
  )
}

/** What is asked for it concerns all that is sold, and this answer waits for nobody else's feeds. */
const ENTITY_TAG_MS = 1_000

type Paid = Extract<Decoded, { kind: "payment" | "transfer" }>

/** One request's question. */
type Asked = {
  readonly offer: Offer
  readonly ignored: readonly string[]
  readonly requestId: string
  /** Of what cannot be read, or says otherwise than the offer. */
  readonly wrong?: WrongFields
}

type Reply = { readonly options: PaidRouteOptions; readonly asked: Asked; readonly paid: Paid }

function toResponse(outcome: GateOutcome, { options, asked, paid }: Reply): Response {
  const { offer, requestId } = asked
  const { terms, artifacts, clock } = options
  const dialect: Dialect = paid.kind === "transfer" ? "v2" : paid.payment.dialect
  const network = dialect === "v1" ? terms.networkV1 : terms.network
  switch (outcome.kind) {
    case "delivered": {
      const { transaction, payer, answer, soldAtMs } = outcome
      const amount = outcome.amount.toString()
      // Not the time of this request: who fetches again gets the same receipt.
      const extensions = artifacts?.receipt(terms, offer, { payer, transaction, nowMs: soldAtMs })
      const receipt = paymentResponse({ success: true, transaction, network, payer, amount, extensions })
      return answerResponse(answer, requestId, receipt)
    }
    case "refused": {
      const { reason, payer } = outcome
      const failure = { success: false, errorReason: reason, transaction: "", network, payer: payer ?? "" }
      if (keyFaults.has(reason)) throw new PaymentConflictError(reason, paymentResponse(failure))
      const wrong = faultyFields(reason, paid, { offer, terms, nowMs: clock() })
      return refusal(options, { ...asked, wrong }, reason, paymentResponse(failure))
    }
    case "pending": {
      const { transaction, payer, cause } = outcome
      const errorReason = "settlement_pending"
      const failure = { success: false, errorReason, transaction: transaction ?? "", network, payer }
      throw new SettlementPendingError({ transaction, headers: paymentResponse(failure), cause })
    }
    case "failed":
      throw outcome.cause
  }
}

const keyFaults: ReadonlySet<PaymentReason> = new Set(["payment_identifier_conflict", "payment_identifier_spent"])

type Delivered = Extract<GateOutcome, { kind: "delivered" }>

function answerResponse(
  { body, etag }: Delivered["answer"],
  requestId: string,
  extra: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    headers: {
      ...machineHeaders(requestId),
      Vary: "X-PAYMENT, PAYMENT-SIGNATURE, SIGN-IN-WITH-X",
      ...(etag === null ? {} : { ETag: etag }),
      ...extra,
    },
  })
}

function refusal(
  { terms, clock, newNonce, artifacts, previewOf }: PaidRouteOptions,
  { offer, ignored, requestId, wrong = {} }: Asked,
  reason: PaymentReason,
  extra: Readonly<Record<string, string>> = {},
): Response {
  const moment = { nowMs: clock(), nonce: newNonce(), artifacts, preview: previewOf(offer.url), ignored, wrong }
  const { headers, body } = challenge(terms, offer, reason, moment)
  // A new signature would not help: x402 asks for the approval first (scheme_exact_evm.md, Permit2, phase 3).
  const status = reason === "permit2_allowance_required" ? 412 : 402
  return new Response(body, { status, headers: { ...machineHeaders(requestId), ...headers, ...extra } })
}

/** Whatever was sent as a payment hears what became of it; who sent it, and for which network, nobody knows. */
function unreadable(options: PaidRouteOptions, asked: Asked, errorReason: PaymentReason): Response {
  const { network } = options.terms
  const failure = { success: false, errorReason, transaction: "", network, payer: "" }
  return refusal(options, asked, errorReason, paymentResponse(failure))
}

/** Both names, so that clients of either version find it. */
function paymentResponse(value: Readonly<Record<string, unknown>>): Record<string, string> {
  const encoded = encodeHeader(value)
  return { "PAYMENT-RESPONSE": encoded, "X-PAYMENT-RESPONSE": encoded }
}

/** Which purchase is fetched again: no receipt, for nothing is charged. A wallet may have bought the same elsewhere. */
function purchaseHeader({ authorization, transaction, answeredAtMs, settledAtMs }: Bought): Record<string, string> {
  const soldAtMs = answeredAtMs ?? settledAtMs
  const soldAt = soldAtMs === null ? null : new Date(soldAtMs).toISOString()
  const purchase = { nonce: authorization.nonce, amount: authorization.value.toString(), transaction, soldAt }
  return { "X-PURCHASE": JSON.stringify(purchase) }
}

/** An answer that comes later than this is no answer: the payment is given back, whether the handler listens or not. */
async function inTime<T>(deadlineMs: number, handle: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort()
      reject(new DataUnavailableError("The answer took too long to compute."))
    }, deadlineMs)
  })
  try {
    return await Promise.race([handle(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Never a 402: the key is wrong, and a new signature under the same key would be refused as well. */
class PaymentConflictError extends AnsweredError {
  override readonly name = "PaymentConflictError"
  readonly code = "payment_conflict"
  readonly answer: AnsweredError["answer"]

  constructor(reason: PaymentReason, headers: Readonly<Record<string, string>>) {
    super(explainReason(reason), { details: { reason } })
    this.answer = { headers, charged: "no" }
  }
}

/** Never a 402: a client that sees 402 signs again and may pay twice. */
class SettlementPendingError extends AnsweredError {
  override readonly name = "SettlementPendingError"
  readonly code = "settlement_pending"
  override readonly retryable = true
  readonly answer: AnsweredError["answer"]

  constructor({ cause, ...answer }: Omit<AnsweredError["answer"], "charged"> & { readonly cause: unknown }) {
    super(
      "It is not known yet whether the payment went through. Repeat this request with the same payment header; " +
        "do not sign again.",
      { cause: cause ?? undefined },
    )
    this.answer = { ...answer, charged: "unknown" }
  }
}

import type { PaidContract, Params, ResponseOf } from "@/lib/api/contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import { OutOfGasError } from "@/lib/payments/errors"
import type { GateOutcome } from "@/lib/payments/gate/gate-outcome"
import type { OpenGate } from "@/lib/payments/till"
import { decodePayment, type Paid } from "@/lib/payments/wire/decode"
import type { Offer } from "@/lib/payments/wire/requirements"
import { decodeSignIn } from "@/lib/payments/wire/sign-in"
import { wrongFields, wrongInSignIn } from "@/lib/payments/wire/wrong-fields"
import {
  type AnswerOptions,
  answerResponse,
  type Asked,
  purchaseHeader,
  refusal,
  toResponse,
  unreadable,
} from "./paid-answers"
import { parseQuestion } from "./question"
import { getRoute, type Route, type RouteContext, type RouteOptions } from "./route"

export type PaidRouteOptions = RouteOptions &
  AnswerOptions & {
    /** How long an answer may take to compute before the payment is given back. */
    readonly answerDeadlineMs: number
    /** Nobody is asked for a signature now: there is no gas to submit payments with, or it costs too much. */
    readonly isPaused: () => boolean
    /** The version of what is sold at a URL, as an entity tag; `null` where it has none. */
    readonly entityTagOf: (url: string) => Promise<string | null>
  }

/**
 * Sells a use case: parse → 402 or decode → gate → answer.
 *
 * The challenge needs neither ledger nor chain, so an unpaid request costs next to nothing and is answered even when
 * both are down. While nobody could submit a payment it is 503 instead, before anything is signed.
 */
export function paidRoute<C extends PaidContract>(
  contract: C,
  handle: (params: Params<C>) => Promise<ResponseOf<C>>,
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
        body: JSON.stringify(await inTime(answerDeadlineMs, handle(params))),
        // An answer without its version is still worth its price.
        etag: await inTime(ENTITY_TAG_MS, entityTagOf(url)).catch(() => null),
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

/** An answer that comes later than this is no answer: the payment is given back, and nobody hears what is still under way. */
function inTime<T>(deadlineMs: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DataUnavailableError("The answer took too long to compute.")), deadlineMs)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

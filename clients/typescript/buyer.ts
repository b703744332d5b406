import { decodePaymentSignatureHeader, encodePaymentSignatureHeader } from "@x402/core/http"
import type { PaymentPayload } from "@x402/core/types"
import type { Answers } from "./answers.js"
import { BuyerError } from "./errors.js"
import { type Offer, readOffer } from "./offer.js"
import { type BuyerOptions, parseOptions } from "./options.js"
import { createPayer, type ReserveDeposit } from "./payer.js"
import { type ReceiptCheck, readSettlement } from "./receipt.js"
import { type Outcome, sendPayment } from "./send.js"
import { type BuyerState, type OpenPayment, openState } from "./state.js"
import { currentVersion, versionOf } from "./versions.js"

export type Bought<A> = {
  readonly status: "bought"
  readonly answer: A
  /** For `ifNewerThan` of the next call; `null` for a resource without versions. */
  readonly version: number | null
  /** The price that was paid, in atomic units. */
  readonly amount: bigint
  /** Hash of the transfer or deposit; `null` for a voucher. */
  readonly transaction: string | null
  readonly receipt: ReceiptCheck
}

/** Nothing was bought, because this version is known. */
export type Current = { readonly status: "current"; readonly version: number }

type AnswerOf<R extends string> = R extends `${infer Path}?${string}`
  ? AnswerOf<Path>
  : R extends keyof Answers
    ? Answers[R]
    : unknown

export type Buyer = {
  /**
   * Buys one answer. Purchases of one resource run one after another, and all purchases of a session do.
   *
   * @param resource as `GET /api/versions` names it: `/signal/BTC`
   * @throws {BuyerError} with `charged`
   */
  buy<const R extends string>(resource: R): Promise<Bought<AnswerOf<R>>>
  buy<const R extends string>(resource: R, options: BuyOptions): Promise<Bought<AnswerOf<R>> | Current>
  /** Ends the session. Returns the refunded amount in atomic units. */
  endSession(resource: string): Promise<bigint>
}

/** `ifNewerThan`: asks for the current version first, which is free, and buys only a newer one. */
type BuyOptions = { readonly ifNewerThan: number | null }

/** @throws {BuyerError} that names an invalid option */
export function createBuyer(given: BuyerOptions): Buyer {
  const options = parseOptions(given)
  const payer = createPayer(options)
  const queues = new Map<string, Promise<unknown>>()
  let opening: Promise<BuyerState> | null = null

  async function buyNow(resource: string, ifNewerThan: number | null): Promise<Bought<unknown> | Current> {
    const state = await (opening ??= openState(options))
    const open = state.open().find((payment) => payment.resource === resource)
    if (open !== undefined) return finish(open, state)
    // The next voucher depends on whether the open one was charged.
    const [other] = options.session === null ? [] : state.open()
    if (other !== undefined) {
      throw new BuyerError("not_charged", `A payment for ${other.resource} is open: buy that resource first.`)
    }
    if (ifNewerThan !== null) {
      const version = await currentVersion(resource, options)
      if (version !== null && version <= ifNewerThan) return { status: "current", version }
    }
    return pay(resource, state, true)
  }

  async function pay(resource: string, state: BuyerState, isFirst: boolean): Promise<Bought<unknown>> {
    const id = `pay_${crypto.randomUUID().replaceAll("-", "")}`
    const { amount, terms } = await askPrice(resource, id)
    state.reserve("payments", { id, amount }, { max: options.maxPerDay, name: "maxPerDay" })
    const reserveDeposit = (deposit: bigint) => {
      const max = options.session?.maxPerDay ?? 0n
      state.reserve("deposits", { id, amount: deposit }, { max, name: "session.maxPerDay" })
    }
    const open = await sign(resource, terms, { id, reserveDeposit }, state).catch((error: unknown) => {
      // A payment that was not sent cannot be charged.
      state.removeOpen(id)
      state.release(id)
      throw error
    })
    return finish(open, state, isFirst)
  }

  /** Signs a payment and stores it before it is sent. */
  async function sign(
    resource: string,
    terms: Offer["terms"],
    { id, reserveDeposit }: { readonly id: string; readonly reserveDeposit: ReserveDeposit },
    state: BuyerState,
  ): Promise<OpenPayment> {
    const payload = await payer.sign(terms, reserveDeposit)
    const open = { id, resource, header: encodePaymentSignatureHeader(payload) }
    state.addOpen(open)
    await state.save()
    return open
  }

  /** Sends an open payment, and closes it unless its outcome stays unknown. */
  async function finish(open: OpenPayment, state: BuyerState, isFirst = false): Promise<Bought<unknown>> {
    const { id, resource, header } = open
    const outcome = await sendPayment(urlOf(resource), header, options)
    if (outcome.kind === "unknown") throw new BuyerError("outcome_unknown", outcome.message, { charged: "unknown" })
    const payload = decodePaymentSignatureHeader(header)
    state.removeOpen(id)
    if (outcome.kind === "failed" || (outcome.kind === "refused" && !outcome.isSpent)) state.release(id)
    // A fault of the store must not lose a paid answer. After a restart the same payment fetches it again.
    await (outcome.kind === "delivered" ? state.save().catch(() => undefined) : state.save())
    const isCorrected = await noteResponse(payload, outcome)
    if (outcome.kind === "delivered") return boughtOf(payload, outcome)
    if (isCorrected && isFirst) return pay(resource, state, false)
    if (outcome.kind === "failed") throw new BuyerError("not_charged", outcome.message, { reason: outcome.reason })
    const message = `The service refused the payment: ${outcome.reason}.`
    throw new BuyerError("refused", message, {
      reason: outcome.reason,
      charged: outcome.isSpent ? "unknown" : "no",
    })
  }

  async function noteResponse(payload: PaymentPayload, outcome: Outcome): Promise<boolean> {
    if (outcome.kind !== "delivered" && outcome.kind !== "refused") return false
    const status = outcome.kind === "delivered" ? 200 : 402
    // The next 402 corrects a channel whose state could not be updated; a paid answer is not lost for it.
    return payer.noteResponse(payload, outcome.headers, status).catch(() => false)
  }

  async function boughtOf(
    { accepted, resource }: PaymentPayload,
    { answer, headers }: Extract<Outcome, { kind: "delivered" }>,
  ): Promise<Bought<unknown>> {
    const { network, amount } = accepted
    const purchase = { network, resourceUrl: resource?.url ?? "", payer: options.signer.address }
    const settlement = await readSettlement(headers.get("PAYMENT-RESPONSE"), purchase, options)
    return { status: "bought", answer, version: versionOf(headers.get("ETag")), amount: BigInt(amount), ...settlement }
  }

  /** The offer in the 402 of a request without payment. */
  async function askPrice(resource: string, id: string): Promise<Offer> {
    const url = urlOf(resource)
    const { status, required, text } = await requestTerms(url).catch((cause: unknown) => {
      throw new BuyerError("not_charged", `${url.pathname} cannot be reached.`, { cause })
    })
    if (status === 402) return readOffer(required, { ...options, url, id })
    throw new BuyerError("not_charged", `${url.pathname} answered ${status} instead of 402: ${text.slice(0, 200)}`)
  }

  async function requestTerms(url: URL) {
    const signal = AbortSignal.timeout(options.timeoutMs)
    const response = await options.fetch(url, { cache: "no-store", signal })
    const required = response.headers.get("PAYMENT-REQUIRED")
    return { status: response.status, required, text: await response.text() }
  }

  function urlOf(resource: string): URL {
    if (!resource.startsWith("/") || resource.startsWith("/api/")) {
      throw new BuyerError("invalid_option", `resource: ${resource} is not a path below /api, such as /signal/BTC.`)
    }
    return new URL(`/api${resource}`, options.origin)
  }

  /** Runs tasks of one queue one after another. */
  function enqueue<T>(resource: string, task: () => Promise<T>): Promise<T> {
    const key = options.session === null ? resource : "session"
    const done = (queues.get(key) ?? Promise.resolve()).then(task, task)
    queues.set(key, done)
    const forget = () => void (queues.get(key) === done && queues.delete(key))
    done.then(forget, forget)
    return done
  }

  return {
    buy: (resource: string, { ifNewerThan }: BuyOptions = { ifNewerThan: null }) =>
      enqueue(resource, () => buyNow(resource, ifNewerThan)) as never,
    endSession: (resource) => enqueue(resource, () => payer.refund(urlOf(resource))),
  }
}

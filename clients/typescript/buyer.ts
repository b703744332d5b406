import { type Alerts, createAlerts } from "./alerts.js"
import type { AlertWatchAnswer, AlertWatchQuery } from "./answers.js"
import type { Bought, BuyOptions, Current } from "./bought.js"
import { BuyerError, wrapped } from "./errors.js"
import { exactScheme } from "./exact.js"
import { decodeHeader, encodeHeader, fieldsAt, textAt } from "./json.js"
import { askOffer, type Offer, type Quote, termsOfPurchase } from "./offer.js"
import { type BuyerOptions, type ParsedOptions, parseOptions, type SignedAuthorization } from "./options.js"
import { createReceiptReader } from "./receipt.js"
import { createQueues } from "./queue.js"
import { type CallOptions, readJson, type RequestOptions, requestOptions, throwIfAborted } from "./request.js"
import {
  type AnswerOf,
  type Arguments,
  type CheckedFree,
  type CheckedPaid,
  type FreeAnswerOf,
  type FreeQuery,
  type FreeResource,
  type PaidQuery,
  type PaidResource,
  resourceOf,
  urlOf,
} from "./resources.js"
import type { Payload } from "./scheme.js"
import { type Outcome, sendPayment, unknownOutcome } from "./send.js"
import { createBudget, type OpenPayment } from "./state.js"
import { type StreamEvent, streamEvents } from "./stream.js"
import { currentVersion, versionKeyOf, versionOf } from "./versions.js"

/**
 * Buys answers within a budget. `createBuyer` makes one.
 *
 * @example
 * async function directions(buyer: Buyer) {
 *   const coins = ["BTC", "ETH", "SOL"] as const
 *   return Promise.all(coins.map(async (coin) => (await buyer.buy(`/signal/${coin}`)).answer.signal.direction))
 * }
 */
export type Buyer = {
  /**
   * Buys one answer. Purchases of one resource run one after another, and all purchases of a session do. Who asks while a
   * purchase of the resource runs gets the answer of that one.
   *
   * @throws {BuyerError} with `charged`
   * @example
   * const { answer } = await buyer.buy("/signal/BTC")
   * const odds = await buyer.buy("/odds/BTC", { query: { level: [98_000, 92_000] } })
   */
  buy<const R extends PaidResource>(
    resource: R & CheckedPaid<R>,
    ...options: Arguments<BuyOptions<R>>
  ): Promise<Bought<AnswerOf<R>>>
  /**
   * Asks for the current version first, which is free, and buys only a newer one than `ifNewerThan`. `null` buys any.
   *
   * @throws {BuyerError} with `charged`
   * @example
   * const first = await buyer.buy("/signal/BTC")
   * const next = await buyer.buy("/signal/BTC", { ifNewerThan: first.version })
   * if (next.status === "bought") console.log(next.answer.signal.direction)
   */
  buy<const R extends PaidResource>(
    resource: R & CheckedPaid<R>,
    options: BuyOptions<R> & { readonly ifNewerThan: number | null },
  ): Promise<Bought<AnswerOf<R>> | Current>
  /**
   * What an answer costs now. Free, and nothing is signed.
   *
   * @example
   * const { amount, preview } = await buyer.quote("/signal/BTC")
   */
  quote<const R extends PaidResource>(
    resource: R & CheckedPaid<R>,
    ...options: Arguments<CallOptions & PaidQuery<R>>
  ): Promise<Quote>
  /**
   * Reads a free endpoint.
   *
   * @example
   * const { coins } = await buyer.get("/market/prices")
   */
  get<const R extends FreeResource>(
    resource: R & CheckedFree<R>,
    ...options: Arguments<CallOptions & FreeQuery<R>>
  ): Promise<FreeAnswerOf<R>>
  /**
   * What counts for `maxPerDay`, in atomic units: payments of the last 24 hours, with those whose outcome is unknown and those
   * that the service has refused.
   *
   * @example
   * console.log(await buyer.spent())
   */
  spent(): Promise<bigint>
  /**
   * What is left of `maxPerDay`, in atomic units.
   *
   * @example
   * if ((await buyer.remaining()) < 50_000n) console.log("Enough for today.")
   */
  remaining(): Promise<bigint>
  /**
   * The events of `GET /api/stream`, for ever. It connects again by itself.
   *
   * @example
   * for await (const event of buyer.stream({ signal })) {
   *   if (event.event === "prices") console.log(event.data.coins)
   * }
   */
  stream(options?: CallOptions & { readonly lastEventId?: string }): AsyncIterable<StreamEvent>
  /**
   * Buys a resource now, and again whenever it has a newer version. It ends with an error: at the limit of the day, and when `signal`
   * is aborted.
   *
   * @example
   * for await (const { answer, version } of buyer.buyOnChange("/signal/BTC", { signal })) {
   *   console.log(version, answer.signal.direction)
   * }
   */
  buyOnChange<const R extends PaidResource>(
    resource: R & CheckedPaid<R>,
    ...options: Arguments<BuyOptions<R> & { readonly ifNewerThan?: number | null }>
  ): AsyncIterable<Bought<AnswerOf<R>>>
  /**
   * Buys a watch: alerts to a webhook or chat. The signer's wallet owns it. `readWebhook` checks what arrives.
   *
   * @example
   * const { answer } = await buyer.watch({ conditions: ["direction:BTC"], target: "https://example.com/hook" })
   * await store(answer.secret) // no other answer has it
   */
  watch(
    query: Omit<AlertWatchQuery, "owner"> & { readonly owner?: string },
    options?: CallOptions & { readonly maxAmount?: bigint },
  ): Promise<Bought<AlertWatchAnswer>>
  /**
   * Lists, pauses, resumes and ends watches.
   *
   * @example
   * for (const { watch, until } of await buyer.alerts.list()) console.log(watch, until)
   */
  readonly alerts: Alerts
  /**
   * Ends the session. Returns the refunded amount in atomic units.
   *
   * @example
   * console.log(await buyer.endSession("/signal/BTC"))
   */
  endSession(resource: PaidResource): Promise<bigint>
}

type AnyBuyOptions = CallOptions & {
  readonly query?: object
  readonly ifNewerThan?: number | null
  readonly maxAmount?: bigint
  readonly payAgain?: boolean
}

/** One purchase: what is bought, within which price, and how it is asked for. */
type Order = {
  readonly url: URL
  readonly resource: string
  readonly maxAmount: bigint
  readonly ifNewerThan: number | null
  readonly payAgain: boolean
  readonly request: RequestOptions
}

/**
 * A buyer with a budget. It pays one token on one network, by one wallet.
 *
 * @throws {BuyerError} `invalid_option`, which names the option
 * @example
 * const buyer = createBuyer({
 *   origin: "https://signal402.example",
 *   signer: privateKeyToAccount(process.env.KEY as `0x${string}`),
 *   maxAmountPerPayment: 100_000n,
 *   maxPerDay: 2_000_000n,
 * })
 */
export function createBuyer(given: BuyerOptions): Buyer {
  const options = parseOptions(given)
  const budget = createBudget(options)
  const enqueue = createQueues()
  const requestOf = (call?: CallOptions) => requestOptions(options, call)
  const buyNow = createPurchase(options, budget)
  const scheme = options.session?.name ?? "exact"

  function orderOf(resource: string, given: AnyBuyOptions = {}): Order {
    const { query, ifNewerThan = null, maxAmount, payAgain = false, ...call } = given
    const url = urlOf(options.origin, resource, query)
    if (maxAmount !== undefined && typeof maxAmount !== "bigint") {
      throw new BuyerError("invalid_option", "maxAmount: a bigint is expected, in atomic units.")
    }
    const max = options.maxAmountPerPayment
    return {
      url,
      resource: resourceOf(url),
      maxAmount: maxAmount === undefined || maxAmount > max ? max : maxAmount,
      ifNewerThan,
      payAgain,
      request: requestOf(call),
    }
  }

  /** Purchases that wait or run, by resource. */
  const running = new Map<string, Promise<Bought<unknown> | Current>>()

  async function buy(resource: string, given?: AnyBuyOptions): Promise<Bought<unknown> | Current> {
    const order = orderOf(resource, given)
    const key = options.session === null ? order.resource : "session"
    const earlier = running.get(order.resource)
    const buying = enqueue(key, order.request.signal, async () => {
      // Its turn was before this one, so it has ended.
      const bought = await earlier?.catch(() => undefined)
      return bought !== undefined && isWanted(bought, order) ? bought : buyNow(order)
    })
    running.set(order.resource, buying)
    try {
      return await buying
    } finally {
      if (running.get(order.resource) === buying) running.delete(order.resource)
    }
  }

  async function quote(resource: string, given?: AnyBuyOptions): Promise<Quote> {
    const order = orderOf(resource, given)
    return (await askOffer({ ...options, ...order, scheme }, order.request)).quote
  }

  async function* buyOnChange(resource: string, given: AnyBuyOptions = {}): AsyncGenerator<Bought<unknown>, void> {
    const { resource: name } = orderOf(resource, given)
    let newest = given.ifNewerThan ?? null
    // The stream comes first, so that no change is missed between the two.
    for await (const event of streamEvents(options.origin, requestOf(given), null)) {
      const isNews = event.event === "version" && versionKeyOf(name, [event.data.resource]) !== null
      if (event.event !== "connected" && !isNews) continue
      if (isNews && event.data.status !== "current") continue
      const bought = await buy(resource, { ...given, ifNewerThan: newest })
      if (bought.status === "current") continue
      newest = bought.version ?? newest
      yield bought
    }
  }

  return {
    buy: buy as never,
    quote: quote as never,
    get: (async (resource: string, { query, ...call }: AnyBuyOptions = {}) =>
      readJson(urlOf(options.origin, resource, query), requestOf(call))) as never,
    spent: () => budget.spent(),
    remaining: async () => {
      const left = options.maxPerDay - (await budget.spent())
      return left > 0n ? left : 0n
    },
    stream: (given = {}) => streamEvents(options.origin, requestOf(given), given.lastEventId ?? null),
    buyOnChange: buyOnChange as never,
    watch: ((query: object, call: CallOptions = {}) =>
      buy("/alerts/watch", { ...call, query: { owner: options.signer.address, ...query } })) as never,
    alerts: createAlerts(options, requestOf),
    endSession: async (resource) => {
      const { url, request } = orderOf(resource)
      return enqueue("session", request.signal, () => buyNow.refund(url))
    },
  }
}

/** The way of one purchase: price, budget, signature, store, payment, receipt. */
function createPurchase(options: ParsedOptions, budget: ReturnType<typeof createBudget>) {
  const scheme = options.session?.open(options) ?? exactScheme(options)
  const schemeName = options.session?.name ?? "exact"
  const readReceipt = createReceiptReader(options.origin)

  async function buyNow(order: Order): Promise<Bought<unknown> | Current> {
    const { resource, ifNewerThan, request } = order
    const open = await budget.resume(resource)
    if (open !== null) return finish(order, open, false)
    // The next voucher depends on whether the open one was charged.
    const other = options.session === null ? null : await budget.firstOpen()
    if (other !== null) {
      throw new BuyerError("not_charged", `A payment for ${other.resource} is open: buy that resource first.`)
    }
    if (ifNewerThan !== null) {
      const version = await currentVersion(resource, options.origin, request)
      if (version !== null && version <= ifNewerThan) return { status: "current", version }
    }
    return pay(order)
  }

  async function pay(given: Order, isFirst = true): Promise<Bought<unknown>> {
    const order = { ...given, payAgain: false }
    const { resource, url, request, maxAmount } = order
    const offer = await askOffer({ ...options, scheme: schemeName, resource, url }, request)
    const { amount } = offer.quote
    if (amount > maxAmount) {
      throw new BuyerError("price_above_limit", `The price is ${amount}; the limit of one payment is ${maxAmount}.`)
    }
    await budget.check(amount)
    await askHook(offer)
    throwIfAborted(request.signal)
    const id = `pay_${crypto.randomUUID().replaceAll("-", "")}`
    const { payload, deposit } = await wrapped("declined", "signer", () =>
      scheme.sign(termsOfPurchase(offer.terms, id)),
    )
    throwIfAborted(request.signal)
    // From here on the money may move, so the payment is written before it is sent.
    const open = await budget.open({ id, resource, header: encodeHeader(payload), amount, deposit })
    return finish(order, open, isFirst)
  }

  async function askHook({ quote }: Offer): Promise<void> {
    const { resource, amount, network, asset, payTo } = quote
    const request = { resource, amount, scheme: schemeName, network, asset, payTo }
    const answer = await wrapped("declined", "onBeforePayment", () => options.onBeforePayment(request))
    if (answer === false) throw new BuyerError("declined", `onBeforePayment has declined ${amount} for ${resource}.`)
  }

  /** Sends an open payment, and closes it unless its outcome stays unknown. */
  async function finish(order: Order, open: OpenPayment, isFirst: boolean): Promise<Bought<unknown>> {
    const { outcome, isCertain } = await sendPayment(order.url, open.header, order.request)
    const payload = decodeHeader(open.header) as Payload
    const { status, requestId } = outcome
    if (outcome.kind === "unknown" || (outcome.kind === "failed" && !isCertain))
      throw unknownOutcome(outcome, order.request, payload)
    if (outcome.kind === "delivered") {
      // A fault of the store must not lose a paid answer. After a restart the same payment fetches it again.
      await budget.close(open.id).catch(() => undefined)
      await noteResponse(payload, outcome.headers, 200)
      return boughtOf(payload, outcome, order.request)
    }
    const isDoubtful = !isCertain || (outcome.kind === "refused" && outcome.isSpent)
    const isReleased = !isDoubtful && (await release(open, payload))
    if (!isReleased && (outcome.kind === "failed" || !order.payAgain)) {
      throw unknownOutcome(outcome, order.request, payload)
    }
    if (!isReleased) await budget.close(open.id)
    const isCorrected = outcome.kind === "refused" && (await noteResponse(payload, outcome.headers, 402))
    if (!isReleased || (isCorrected && isFirst)) return pay(order, !isReleased)
    const code = outcome.kind === "failed" ? "not_charged" : "refused"
    throw new BuyerError(code, outcome.message, { reason: outcome.reason, status, requestId })
  }

  async function release({ id }: OpenPayment, { payload }: Payload): Promise<boolean> {
    if (schemeName !== "exact") return budget.release(id, null)
    const { from, nonce, validBefore } = fieldsAt(payload, "authorization")
    return budget.release(id, { from, nonce, validBefore: Number(validBefore) } as SignedAuthorization)
  }

  async function noteResponse(payload: Payload, headers: Headers, status: number): Promise<boolean> {
    // The next 402 corrects a channel whose state could not be updated; a paid answer is not lost for it.
    return scheme.noteResponse(payload, headers, status).catch(() => false)
  }

  async function boughtOf(
    payload: Payload,
    { answer, body, headers, requestId }: Extract<Outcome, { kind: "delivered" }>,
    request: RequestOptions,
  ): Promise<Bought<unknown>> {
    const { accepted, resource = {} } = payload
    const resourceUrl = textAt(resource, "url")
    const purchase = { network: textAt(accepted, "network"), resourceUrl, payer: options.signer.address }
    const settlement = await readReceipt({ header: headers.get("PAYMENT-RESPONSE"), body }, purchase, request)
    const amount = BigInt(textAt(accepted, "amount"))
    return { status: "bought", answer, body, version: versionOf(headers.get("ETag")), amount, ...settlement, requestId }
  }

  return Object.assign(buyNow, {
    refund: (url: URL) => wrapped("invalid_response", "endSession", () => scheme.refund(url)),
  })
}

/** Whether the outcome of another purchase of the same resource is what this one asks for. */
function isWanted(outcome: Bought<unknown> | Current, { maxAmount, ifNewerThan, payAgain }: Order): boolean {
  if (payAgain) return false
  if (outcome.status === "current") return ifNewerThan !== null && outcome.version <= ifNewerThan
  return (
    outcome.amount <= maxAmount && (ifNewerThan === null || outcome.version === null || outcome.version > ifNewerThan)
  )
}

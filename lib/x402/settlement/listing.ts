import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { Authorization, PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { Facilitator, SettleAnswer } from "./facilitator"
import { summarizeError } from "./settlement-steps"

/** The facilitator of a catalogue that lists a resource only when it has settled a sale of it. */
export type ListingTerms = {
  readonly facilitator: Facilitator
  /** `/api/signal/BTC`: every resource that is sold. */
  readonly resources: readonly string[]
  /** Each resource is settled there once in this time. */
  readonly intervalMs: number
  /** A sale after a fault is handed over after this time, so that few payers wait for the facilitator. Default: an hour. */
  readonly retryMs?: number
}

/** Hands one real sale of each resource to a facilitator. */
export type Listing = {
  /** Reads what an earlier process has handed over. */
  open(): Promise<void>
  /** False, without a read, while nothing is due. */
  isDue(payment: PaymentToSettle): boolean
  /**
   * `asked`: the facilitator has got the payment and may settle it at any time, whatever it answered. The caller follows the
   * payment on the chain, and sends it itself if it is unspent: the token accepts an authorization once. `unsent`: nobody has
   * got it. Never rejects.
   */
  ask(payment: PaymentToSettle): Promise<"asked" | "unsent">
  /** The outcome of a payment is in the ledger. Never rejects. */
  end(paymentId: string): Promise<void>
  /** Payments that the facilitator may still settle. */
  held(): readonly string[]
  mayPay(payment: PaymentToSettle): boolean
  isAsking(): boolean
}

type ListingOptions = ListingTerms & {
  readonly ledger: Pick<Ledger, "find" | "beginListing" | "noteListing" | "endListing" | "listings">
  readonly chain: Pick<UsdcChain, "hasCode" | "preflight">
  /** Whether the payer's own key signed. */
  readonly isByKey: (authorization: Authorization) => boolean
  readonly clock: Clock
  readonly sleep: Sleep
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

const RETRY_MS = 3_600_000
/** After a wallet that the facilitator refuses, because another wallet may be accepted. */
const REFUSED_RETRY_MS = 60_000
/** Our own transaction must follow within the validity: after a slow facilitator, a lagging node and a replacement of its fees. */
const MIN_VALIDITY_MS = 30_000
/** Our node can show the facilitator's transaction a little later than its own. */
const SEEN_POLL_MS = 500
const MAX_SEEN_POLLS = 8
const END_POLL_MS = 1_000
const MAX_END_POLLS = 30

export function createListing(options: ListingOptions): Listing {
  const { facilitator, ledger, clock, log, retryMs = RETRY_MS } = options
  const { host } = facilitator.status()
  /** When each resource is due; `null` until `open`. */
  let dueMs: Map<string, number> | null = null
  /** Payments that the facilitator has, and the wait before the next sale if it does not settle them. */
  const held = new Map<string, number>()
  /** One payment at a time, so that a slow facilitator delays one payer. */
  let asking: string | null = null

  async function open(): Promise<void> {
    const due = new Map<string, number>()
    for (const sale of await ledger.listings()) {
      const { paymentId, resource, askedMs, reply } = sale
      const waitMs = reply?.startsWith("refused") === true ? REFUSED_RETRY_MS : retryMs
      const settledBy = sale.settledBy ?? (await ledger.endListing(paymentId, clock()))
      if (settledBy === null) held.set(paymentId, waitMs)
      due.set(resource, Math.max(due.get(resource) ?? 0, nextMs(settledBy, askedMs, waitMs)))
    }
    dueMs = due
    log("listing_open", { host, due: options.resources.filter(isOpen).length })
  }

  function nextMs(settledBy: "facilitator" | "own" | "nobody" | null, askedMs: number, waitMs: number): number {
    return askedMs + (settledBy === "facilitator" ? options.intervalMs : waitMs)
  }

  function isLongValid({ validBeforeS }: Authorization): boolean {
    return validBeforeS * 1_000 - clock() >= MIN_VALIDITY_MS
  }

  function isOpen(resource: string): boolean {
    return dueMs !== null && (dueMs.get(resource) ?? 0) <= clock()
  }

  async function ask(payment: PaymentToSettle): Promise<"asked" | "unsent"> {
    asking = payment.id
    try {
      return await askOnce(payment)
    } catch (cause) {
      log("listing_failed", { error: summarizeError(cause) })
      return held.has(payment.id) ? "asked" : "unsent"
    } finally {
      asking = null
    }
  }

  async function askOnce(payment: PaymentToSettle): Promise<"asked" | "unsent"> {
    const { id, authorization } = payment
    const row = await ledger.find(id)
    const resource = row?.resource.replace(/^GET |\?.*$/g, "") ?? ""
    if (row?.state !== "answered" || !options.resources.includes(resource) || !isOpen(resource)) return "unsent"
    // A key with code (EIP-7702) is a wallet too.
    if (await options.chain.hasCode(authorization.from)) return "unsent"
    dueMs?.set(resource, clock() + retryMs)
    const verified = await facilitator.verify(row)
    if (verified.kind !== "valid") {
      if (verified.kind === "invalid") dueMs?.set(resource, clock() + REFUSED_RETRY_MS)
      log("listing_failed", { resource, host, said: verified.kind })
      return "unsent"
    }
    if (!isLongValid(authorization)) return "unsent"
    held.set(id, retryMs)
    let isMine = false
    try {
      isMine = await ledger.beginListing(payment, { resource, host }, clock())
    } finally {
      if (!isMine) held.delete(id)
    }
    if (!isMine) return "unsent"
    const reply = await facilitator.settle(row)
    log("listing_asked", { resource, host, said: reply.kind })
    await ledger.noteListing(id, textOf(reply)).catch(() => undefined)
    // The request did not arrive, so it cannot be settled later.
    if (reply.kind === "unsent") held.delete(id)
    if (reply.kind === "refused") held.set(id, REFUSED_RETRY_MS)
    if (reply.kind !== "unsent" && reply.transaction !== null) await untilSeen(authorization)
    return "asked"
  }

  async function untilSeen(authorization: Authorization): Promise<void> {
    for (let polls = 0; polls < MAX_SEEN_POLLS; polls += 1) {
      const state = await options.chain.preflight(authorization).catch(() => null)
      if (state?.used === true) return
      await options.sleep(SEEN_POLL_MS)
    }
  }

  /** A payer hears of an outcome before the ledger has it. `null`: the next process reads it. */
  async function untilRecorded(paymentId: string): Promise<"facilitator" | "own" | "nobody" | null> {
    for (let polls = 0; polls < MAX_END_POLLS; polls += 1) {
      const settledBy = await ledger.endListing(paymentId, clock())
      if (settledBy !== null) return settledBy
      await options.sleep(END_POLL_MS)
    }
    return null
  }

  return {
    open,
    // Contract wallets run code that a second transaction might have to pay for.
    isDue: ({ authorization }) =>
      dueMs !== null &&
      asking === null &&
      isLongValid(authorization) &&
      options.resources.some(isOpen) &&
      options.isByKey(authorization),
    ask,
    async end(paymentId) {
      try {
        const settledBy = await untilRecorded(paymentId)
        if (settledBy === null) return
        const waitMs = held.get(paymentId) ?? retryMs
        held.delete(paymentId)
        const row = await ledger.find(paymentId)
        const resource = row?.resource.replace(/^GET |\?.*$/g, "") ?? ""
        dueMs?.set(resource, nextMs(settledBy, clock(), waitMs))
        log("listing_ended", { resource, host, settledBy })
      } catch (cause) {
        log("listing_failed", { error: summarizeError(cause) })
      }
    },
    held: () => [...held.keys()],
    mayPay: ({ id }) => held.has(id),
    isAsking: () => asking !== null,
  }
}

function textOf(reply: SettleAnswer): string {
  if (reply.kind === "refused") return `refused: ${reply.reason}`
  return reply.kind === "settled" ? "settled" : `${reply.kind}: ${summarizeError(reply.cause)}`
}

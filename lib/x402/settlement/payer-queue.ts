import type { Authorization, PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { FundingSources } from "./funding-sources"
import type { ProvenPayers } from "./proven-payers"
import { MAX_BATCH } from "./next-batch"
import type { SettlementWaiters } from "./settlement-outcome"
import type { Settlement } from "./settler"

/**
 * Limits how many payments of one payer are in flight, because a payment that fails on chain costs the settler gas.
 *
 * - A key can move its balance before the block that would have paid. An unproven key, one without a settled payment here, has
 *   few payments in flight; each settled payment raises its limit.
 * - A contract wallet runs code that can use all gas of the transaction although the simulation succeeded. An unproven one has
 *   one payment in flight, in a transaction of its own.
 *
 * The other payments wait here and are sent later. When the chain refuses a payment, its payer is unproven again and its
 * waiting payments are rejected. While `isOverBudget`, unproven payers together have one batch in flight, and those whose money
 * came from one address together have what one of them has.
 */
export type PayerQueue = {
  /** Releases a payment now or when its payer has room. */
  readonly add: (payment: PaymentToSettle) => void
  /** Foreign code runs for this payment: an unproven contract wallet's, or that of the factory that deploys it. */
  readonly requiresOwnTransaction: (payment: PaymentToSettle) => boolean
  /** Whether a payment of this payer was settled here and none was refused since. */
  readonly isProven: (payment: PaymentToSettle) => boolean
  /** Payments that wait for room. */
  readonly waiting: () => number
}

export type PayerQueueOptions = {
  /** Whether the payer's own key signed. Otherwise the code of a contract decides. */
  readonly isByKey: (authorization: Authorization) => boolean
  readonly proven: ProvenPayers
  readonly sources: FundingSources
  /** Refused payments have used more than their share of the gas. */
  readonly isOverBudget: () => boolean
  readonly release: (payment: PaymentToSettle) => void
  /** Another payment of the same payer was refused on chain before this one was sent. */
  readonly reject: (payment: PaymentToSettle, settlement: Extract<Settlement, { kind: "refused" }>) => void
  /** Subscribes to the outcome of a payment. */
  readonly onOutcome: SettlementWaiters["add"]
}

export const MAX_UNPROVEN_KEY_IN_FLIGHT = 3
/** A settled payment has brought more money than this many failing ones cost in gas, at Base's usual price. */
const KEY_IN_FLIGHT_PER_SETTLED = 3
const MAX_KEY_IN_FLIGHT = 120
/** 2.4 million gas, the most that a contract wallet can use up after it has paid once. */
const MAX_PROVEN_WALLET_IN_FLIGHT = 4

type Payer = { readonly isKey: boolean; readonly inFlight: Set<string>; readonly waiting: Map<string, PaymentToSettle> }

export function createPayerQueue(options: PayerQueueOptions): PayerQueue {
  const { isByKey, proven, sources, isOverBudget, release, reject, onOutcome } = options
  const payers = new Map<string, Payer>()
  /** Payers with waiting payments. The one that has waited longest comes first. */
  const waitingPayers = new Map<string, Payer>()
  const unprovenInFlight = new Set<string>()
  /** The source of the money of each payment that was released while over budget: at most one batch. */
  const sourcesInFlight = new Map<string, string>()
  const lookups = new Set<string>()
  /** How many more unproven payments the current batch takes while over budget. */
  let batchRoom = MAX_BATCH
  let isAdmitting = false

  const isProven = (address: string): boolean => proven.countOf(address) > 0

  function limitOf(address: string, { isKey }: Payer): number {
    const settled = proven.countOf(address)
    if (!isKey) return settled > 0 ? MAX_PROVEN_WALLET_IN_FLIGHT : 1
    return Math.min(MAX_UNPROVEN_KEY_IN_FLIGHT + KEY_IN_FLIGHT_PER_SETTLED * settled, MAX_KEY_IN_FLIGHT)
  }

  /** One payment of each payer at a time, so that no payer fills a batch before another one has its turn. */
  function admitAll(): void {
    // A release may end a payment at once, which calls this function again.
    if (isAdmitting) return
    isAdmitting = true
    let isAnyAdmitted = true
    while (isAnyAdmitted) {
      isAnyAdmitted = false
      for (const [address, payer] of waitingPayers) isAnyAdmitted = admitNext(address, payer) || isAnyAdmitted
    }
    isAdmitting = false
  }

  function admitNext(address: string, payer: Payer): boolean {
    const [payment] = payer.waiting.values()
    if (payment === undefined || payer.inFlight.size >= limitOf(address, payer)) return false
    const isUnproven = !isProven(address)
    const isLimited = isUnproven && isOverBudget()
    if (isLimited && !(hasBudget() && hasSourceRoom(payment.authorization.from, payer))) return false
    payer.waiting.delete(payment.id)
    if (payer.waiting.size === 0) waitingPayers.delete(address)
    payer.inFlight.add(payment.id)
    if (isUnproven) {
      unprovenInFlight.add(payment.id)
      batchRoom -= 1
    }
    if (isLimited) sourcesInFlight.set(payment.id, sources.known(address) ?? address)
    onOutcome(payment.id, (settlement) => end(payment, settlement))
    release(payment)
    return true
  }

  function hasBudget(): boolean {
    if (unprovenInFlight.size === 0) batchRoom = MAX_BATCH
    return batchRoom > 0
  }

  /** False also until the source is known. */
  function hasSourceRoom(address: `0x${string}`, { isKey }: Payer): boolean {
    const source = sources.known(address)
    if (source !== null) {
      const inFlight = [...sourcesInFlight.values()].filter((other) => other === source).length
      return inFlight < (isKey ? MAX_UNPROVEN_KEY_IN_FLIGHT : 1)
    }
    if (!lookups.has(address)) {
      lookups.add(address)
      void sources.of(address).then(() => {
        lookups.delete(address)
        admitAll()
      })
    }
    return false
  }

  function end({ id, authorization }: PaymentToSettle, settlement: Settlement): void {
    const address = authorization.from
    const payer = payers.get(address)
    if (payer === undefined || !payer.inFlight.delete(id)) return
    unprovenInFlight.delete(id)
    sourcesInFlight.delete(id)
    if (settlement.kind === "settled") proven.add(address)
    if (settlement.kind === "refused") {
      proven.remove(address)
      const rejected = [...payer.waiting.values()]
      payer.waiting.clear()
      waitingPayers.delete(address)
      for (const payment of rejected) reject(payment, settlement)
    }
    if (payer.inFlight.size + payer.waiting.size === 0) payers.delete(address)
    admitAll()
  }

  return {
    add(payment) {
      const { id, authorization } = payment
      const address = authorization.from
      const isKey = isByKey(authorization)
      const payer = payers.get(address) ?? { isKey, inFlight: new Set(), waiting: new Map() }
      payers.set(address, payer)
      // A second request for a payment in flight waits for the outcome of the first.
      if (payer.inFlight.has(id)) return release(payment)
      payer.waiting.set(id, payment)
      waitingPayers.set(address, payer)
      admitNext(address, payer)
    },
    requiresOwnTransaction({ authorization }) {
      if (isByKey(authorization)) return false
      return !isProven(authorization.from) || authorization.deployment !== null
    },
    isProven: ({ authorization }) => isProven(authorization.from),
    waiting: () => [...waitingPayers.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
  }
}

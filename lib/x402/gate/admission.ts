import type { Clock } from "@/lib/domain/clock"
import { createProvenPayers } from "@/lib/x402/settlement/proven-payers"
import type { Settlement, SettlementObserver, Settler } from "@/lib/x402/settlement/settler"
import type { GasGuard } from "./gas-guard"

/** Limits how many payments wait for their settlement, so that each is settled before its payer gives up. */
export type Admission = {
  /** Seconds until a new payment of this payer may be accepted; `null`: now. */
  retryAfterS(payer: `0x${string}`): number | null
  /** The same, after a look into the ledger when the payer would have to wait. Never rejects. */
  askRetryAfterS(payer: `0x${string}`): Promise<number | null>
  /** Resolves when `retryAfterS` knows what it needs about the money of this payer. Never rejects. */
  prepare(payer: `0x${string}`): Promise<void>
  /** Gives a verified payment its place in the queue. Returns how it is given back; it is kept while the payment is settled. */
  hold(id: string, payer: `0x${string}`): () => void
  /** Settles a payment in its place. */
  readonly settle: Settler["settle"]
}

export type AdmissionOptions = {
  readonly settler: Pick<Settler, "settle">
  readonly guard: Pick<GasGuard, "proven" | "sources" | "gasBudget">
  readonly clock: Clock
  readonly observe?: Pick<SettlementObserver, "onOutcome">
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

type Place = { readonly payer: `0x${string}`; readonly isProven: boolean; holders: number }

/** A payer waits 20 seconds. Verification, the answer and the block after this wait need some of them. */
const MAX_DRAIN_S = 8
/** Refusals end when the wait is this short, so that the state does not change with each payment. */
const REOPEN_DRAIN_S = 6
/** Three blocks of Base: outcomes come block by block. */
const WINDOW_S = 6
/** One account settles this many in a block or two, so fewer are never refused. */
const ALWAYS_ACCEPTED = 300
/** The other half of these places is for other payers, so that a burst of one payer does not keep them out. */
const ALWAYS_ACCEPTED_OF_ONE = ALWAYS_ACCEPTED / 2
/** More places, for payers that have paid before: new payers cannot keep them out. */
const PLACES_OF_PROVEN = ALWAYS_ACCEPTED / 3
/** Over budget, new payers with money of one source wait for each other, so few of them take places of others. */
const PLACES_OF_SOURCE = ALWAYS_ACCEPTED / 10

/**
 * The wait of a new payment is the number of payments before it, divided by the number that had their outcome per second in the
 * last three blocks. This holds for every way to settle, also when another process settles for this one.
 */
export function createAdmission({ settler, guard, clock, observe, log }: AdmissionOptions): Admission {
  const places = new Map<string, Place>()
  /** Payers whose payments another process settles are proven by their outcome here. */
  const served = createProvenPayers()
  let ofProven = 0
  const openOf = new Map<string, number>()
  let isRefusing = false
  /** Outcomes by whole second. */
  const outcomes = new Map<number, number>()

  function perSecond(): number {
    const nowS = Math.floor(clock() / 1_000)
    let sum = 0
    for (const [second, count] of outcomes) {
      if (second < nowS - WINDOW_S || second > nowS) outcomes.delete(second)
      // The current second is not over.
      else if (second < nowS) sum += count
    }
    return sum / WINDOW_S
  }

  function drainS(): number {
    const rate = perSecond()
    return rate === 0 ? Number.POSITIVE_INFINITY : places.size / rate
  }

  function retryAfterS(payer: `0x${string}`): number | null {
    const waitS = drainS()
    const isSlow = waitS > (isRefusing ? REOPEN_DRAIN_S : MAX_DRAIN_S)
    const isNow = isSlow && places.size > ALWAYS_ACCEPTED
    if (isNow !== isRefusing) {
      isRefusing = isNow
      log(isNow ? "settlement_overloaded" : "settlement_overload_ended", {
        open: places.size,
        perSecond: Math.round(perSecond()),
      })
    }
    const isKeptOut = isProven(payer) ? isNow && ofProven >= PLACES_OF_PROVEN : isNow || (isSlow && isSourceOver(payer))
    const isOverShare = isSlow && (openOf.get(payer) ?? 0) >= ALWAYS_ACCEPTED_OF_ONE
    return isKeptOut || isOverShare ? Math.min(30, Math.max(2, Math.ceil(waitS - REOPEN_DRAIN_S))) : null
  }

  function isProven(payer: string): boolean {
    return guard.proven.countOf(payer) > 0 || served.countOf(payer) > 0
  }

  function isSourceOver(payer: string): boolean {
    if (!guard.gasBudget.isExceeded()) return false
    const sourceOf = (address: string) => guard.sources.known(address) ?? address
    const source = sourceOf(payer)
    let count = 0
    for (const place of places.values()) if (!place.isProven && sourceOf(place.payer) === source) count += 1
    return count >= PLACES_OF_SOURCE
  }

  function hold(id: string, payer: `0x${string}`): () => void {
    const place = places.get(id) ?? { payer, isProven: isProven(payer), holders: 0 }
    if (place.holders === 0) {
      openOf.set(payer, (openOf.get(payer) ?? 0) + 1)
      if (place.isProven) ofProven += 1
    }
    place.holders += 1
    places.set(id, place)
    return () => {
      place.holders -= 1
      if (place.holders > 0) return
      places.delete(id)
      if (place.isProven) ofProven -= 1
      const left = (openOf.get(payer) ?? 1) - 1
      if (left > 0) openOf.set(payer, left)
      else openOf.delete(payer)
    }
  }

  function record({ kind }: Settlement, payer: string): void {
    if (kind === "settled") served.add(payer)
    if (kind === "refused") served.remove(payer)
    // A payment that was not sent does not show the pace.
    if (kind !== "settled" && kind !== "refused") return
    const second = Math.floor(clock() / 1_000)
    outcomes.set(second, (outcomes.get(second) ?? 0) + 1)
  }

  return {
    retryAfterS,
    async askRetryAfterS(payer) {
      const waitS = retryAfterS(payer)
      const loaded = waitS === null || isProven(payer) ? null : guard.proven.load(payer)
      if (loaded === null) return waitS
      await loaded
      return retryAfterS(payer)
    },
    async prepare(payer) {
      if (!isProven(payer) && guard.gasBudget.isExceeded()) await guard.sources.of(payer)
    },
    hold,
    async settle(payment) {
      const leave = hold(payment.id, payment.authorization.from)
      const startedMs = clock()
      try {
        const settlement = await settler.settle(payment)
        record(settlement, payment.authorization.from)
        observe?.onOutcome(settlement, clock() - startedMs)
        return settlement
      } finally {
        leave()
      }
    },
  }
}

import { catalogue, paidPrices } from "@/lib/endpoints/catalogue"
import { type Contract, isPaid, type PaidContract, underApi } from "@/lib/api/contract"
import { isOver } from "@/lib/domain/clock"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { singleFlight } from "@/lib/domain/single-flight"
import { createChainProbe } from "@/lib/server/health/chain-probe"
import { factsProblem, type PaymentFacts } from "@/lib/server/health/payment-parts"
import { storeState } from "@/lib/server/health/store-probe"
import { singleton } from "@/lib/server/nextjs/singleton"
import type { Store } from "@/lib/store/open-store"
import type { SalesPause } from "@/lib/x402/errors"
import { settlementPause } from "@/lib/x402/settlement/settlement-pause"
import type { Settler } from "@/lib/x402/settlement/settler"
import type { Offer } from "@/lib/x402/wire/requirements"
import { config } from "./config"
import { createInputPause, type InputPause, type Inputs } from "./input-pause"
import { createSoldDays } from "./sold-days"
import { type Clocks, createWakeWatch, type WakeWatch } from "./wake-watch"

/** Why an offer is not sold now; `null`: no objection. Reads memory only. */
export type PauseReason = (offer: Offer) => SalesPause | null

type State = {
  facts: PaymentFacts
  settler: Settler | null
  store: Store | null
  readonly reasons: Map<string, PauseReason>
  inputPause: InputPause | null
  askedMs: number
  isForeign: boolean
  /** Since when neither the database nor the node could be reached; `null`: both can. */
  unreachableSinceMs: number | null
  /** `null` until the facts are kept fresh. */
  wakeWatch: WakeWatch | null
  /** How often this process woke, and the number at which the facts were read. */
  wakes: number
  wakesRead: number
}

function state(): State {
  return singleton<State>("sales-gate", () => ({
    facts: { store: null, chain: null },
    settler: null,
    store: null,
    reasons: new Map(),
    inputPause: null,
    askedMs: 0,
    isForeign: false,
    unreachableSinceMs: null,
    wakeWatch: null,
    wakes: 0,
    wakesRead: 0,
  }))
}

/** What was known before a stop is not relied on: another process may have the leases, and the outages are not known. */
const WOKEN: SalesPause = {
  part: "process",
  why: "this process was stopped for a while, and reads its state again",
  code: "data_unavailable",
  retryAfterS: 1,
}

/**
 * Why this offer is not sold now, in the words of `/api/health`; `null`: it is sold. Every 402, offer, tool and new payment asks
 * this function, so nobody signs for something that cannot be bought.
 */
export function pauseOf(offer: Offer): SalesPause | null {
  return servicePause(offer.contract.price) ?? inputPauseOf(offer) ?? productPause(offer)
}

/** The same for a payment by a session, whose claims another account pays for than the settler's. */
export function pauseOfSession(offer: Offer): SalesPause | null {
  return factsPause() ?? inputPauseOf(offer) ?? productPause(offer)
}

/** Why no payment of this price is taken now, whatever it buys. */
export function servicePause(price: bigint): SalesPause | null {
  const { settler } = state()
  return factsPause() ?? (settler === null ? null : settlementPause(settler.status(), price))
}

function factsPause(): SalesPause | null {
  noticeWake()
  const { facts, settler, wakes, wakesRead } = state()
  if (wakes !== wakesRead) return WOKEN
  return settler === null ? null : factsProblem(facts, { mode: config().mode, nowMs: Date.now() })
}

/** Why an endpoint is not sold now, whatever its parameters: documents and tools ask this. */
export function contractPause(contract: PaidContract): SalesPause | null {
  return servicePause(contract.price) ?? inputPause(contract)
}

/** Why an endpoint cannot be delivered for any coin: the profile has no provider of its data, or nothing was read yet. */
export function inputPause(contract: PaidContract): SalesPause | null {
  return state().inputPause?.(contract) ?? null
}

/** The same for the coin of an offer. */
export function inputPauseOf(offer: Pick<Offer, "contract" | "url">): SalesPause | null {
  return state().inputPause?.(offer.contract, coinOf(offer)) ?? null
}

/** The coin of the offer's path. */
function coinOf({ contract: { path }, url }: Pick<Offer, "contract" | "url">): Coin | undefined {
  if (!path.includes("{coin}")) return undefined
  const [pathname] = url.split("?", 1)
  return COINS.find((coin) => pathname === underApi(path).replace("{coin}", coin))
}

/** The endpoints that cannot be delivered, with the reason. */
export function undeliverable(): ReadonlyMap<string, string> {
  const paid = (catalogue as readonly Contract[]).filter(isPaid)
  return new Map(
    paid.flatMap((contract) => {
      const pause = inputPause(contract)
      return pause === null ? [] : [[contract.id, pause.why] as const]
    }),
  )
}

function productPause(offer: Offer): SalesPause | null {
  for (const reason of state().reasons.values()) {
    const pause = reason(offer)
    if (pause !== null) return pause
  }
  return null
}

/** Whether payments are taken, for documents about the whole service. */
export function paymentsState(): { readonly taken: boolean; readonly why: string | null } {
  const pauses = paidPrices().map(servicePause)
  return { taken: pauses.includes(null), why: pauses.find((pause) => pause !== null)?.why ?? null }
}

/** Adds a reason of its own, for example that a product has no data. A reason of the same name is replaced. */
export function addPauseReason(name: string, reason: PauseReason): void {
  state().reasons.set(name, reason)
}

/** Called once the payment service is built. Nothing is known about its database and node before the first read. */
export function openSalesGate({
  store,
  settler,
  ...inputs
}: Omit<Inputs, "hasSoldDay"> & { readonly store: Store; readonly settler: Settler }): void {
  Object.assign(state(), {
    store,
    settler,
    inputPause: createInputPause({ ...inputs, hasSoldDay: createSoldDays(store) }),
    facts: { store: null, chain: null },
    unreachableSinceMs: null,
    wakeWatch: null,
  })
}

type Read = { readonly store: Store; readonly freshMs?: number }
type ReadFacts = { readonly [K in keyof PaymentFacts]: NonNullable<PaymentFacts[K]> }

/** Reads database and node, at most one read at a time, and remembers the result for the gate. Never rejects. */
export function readPaymentFacts(from: Read): Promise<ReadFacts> {
  return singleton("payment-facts", () => singleFlight(read, () => ""))(from)
}

async function read({ store, freshMs }: Read): Promise<ReadFacts> {
  const chainState = singleton("chain-probe", () => createChainProbe(config().chain.rpcUrls))
  const nowMs = Date.now()
  const { wakes } = state()
  const [reached, chain] = await Promise.all([storeState(store, nowMs, freshMs), chainState(nowMs, freshMs)])
  const own = state()
  const ofStore = reached === "ok" && own.isForeign ? "foreign" : reached
  const facts = { store: ofStore, chain }
  Object.assign(own, { facts, wakesRead: wakes })
  const isAway = ofStore === "unreachable" || ofStore === "read_only" || chain.error !== null
  own.unreachableSinceMs = isAway ? (own.unreachableSinceMs ?? nowMs) : null
  return facts
}

const EVERY_MS = 2_000
const SUSPICION_MS = 500
const BEAT_MS = 1_000

/** Keeps the gate's knowledge fresh for the life of the process. Resolves after the first read. */
export async function watchPaymentFacts(): Promise<void> {
  await readAgain()
  // Also begins the look for days that can be sold, so that all documents learn of the first one at the same time.
  undeliverable()
  setInterval(() => {
    void readAgain()
    undeliverable()
  }, EVERY_MS).unref()
  watchWakes({ wall: Date.now, monotonic: () => performance.now() })
  setInterval(noticeWake, BEAT_MS).unref()
}

/** From now on the gate notices that this process was stopped. */
export function watchWakes(clocks: Clocks): void {
  state().wakeWatch = createWakeWatch(clocks)
}

/** A request can arrive before the first timer of a process that has woken, so the gate asks too. */
function noticeWake(): void {
  const own = state()
  if (own.wakeWatch?.beat() !== true) return
  own.wakes += 1
  // A read that began before the stop does not count.
  void readAgain(0).then(() => (own.wakes === own.wakesRead ? undefined : readAgain(0)))
}

async function readAgain(freshMs?: number): Promise<void> {
  const own = state()
  own.askedMs = Date.now()
  if (own.store !== null) await readPaymentFacts({ store: own.store, ...(freshMs !== undefined && { freshMs }) })
}

/** A service with other settings has taken the database over, or has left it. */
export function setForeignDatabase(isForeign: boolean): void {
  state().isForeign = isForeign
}

/** Something failed that needs the database or the node: reads both soon, so that the next 402 knows. */
export function suspectOutage(): void {
  const { askedMs, settler } = state()
  if (!isOver({ sinceMs: askedMs, lengthMs: SUSPICION_MS, nowMs: Date.now() })) return
  void readAgain(SUSPICION_MS)
  settler?.readFunds?.()
}

/** A restart makes new connections, which may help after this time. */
const LIVE_WITHOUT_MS = 60_000

/** False when the database or the node could not be reached for a minute, so that a supervisor restarts the process. */
export function isAbleToReach(nowMs: number): boolean {
  const { unreachableSinceMs } = state()
  return unreachableSinceMs === null || nowMs - unreachableSinceMs <= LIVE_WITHOUT_MS
}

import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"
import { createPersistentList, type PersistentList, type TextStorage } from "@/lib/client/browser/persistent-list"
import type { TabLock } from "@/lib/client/browser/tab-lock"
import type { TransferTypedData } from "@/lib/client/purchase/authorization"
import type { Attempt } from "@/lib/client/purchase/attempt"
import { decodeHeader } from "@/lib/client/purchase/header"
import type { Outcome } from "@/lib/client/purchase/outcome"
import type { Quote } from "@/lib/client/purchase/quote"
import { isSessionPayment } from "@/lib/client/purchase/is-session-payment"
import { PaymentRequired, type SessionPayment, SessionRequirements } from "@/lib/client/purchase/wire"
import {
  afterCorrection,
  afterDelivery,
  afterRefusal,
  remainingDeposit,
  matchesOffer,
  nextTotal,
  openSessionOf,
  Session,
  trimSessions,
  withDeposit,
  withSigned,
} from "./session"
import type { DepositTypedData } from "./channel"
import type { prepareDeposit, provenTotal, signVoucherPayment } from "./signing"

type Hex = `0x${string}`

/** The signatures of sessions, in a module that loads with the first session. */
export type Signing = {
  readonly prepareDeposit: typeof prepareDeposit
  readonly provenTotal: typeof provenTotal
  readonly signVoucherPayment: typeof signVoucherPayment
}

/** Typed data that a wallet signs for a payment. */
export type PaymentTypedData = TransferTypedData | DepositTypedData

type Order = {
  readonly attemptId: string
  readonly payer: Hex
  readonly quote: Quote
  readonly nowMs: number
  readonly sign: (data: PaymentTypedData) => Promise<Hex>
}

/** How a payment is authorized when it is not a transfer of exactly the price. */
export type SessionMethod = {
  readonly kind: "voucher" | "deposit"
  /**
   * Called in the task of the click.
   *
   * @returns the step that runs in the payment's turn; its payment is `null` when the session does not cover the price
   */
  readonly authorize: (order: Order) => Promise<() => Promise<SessionPayment | null>>
}

/** A session that pays, and its remaining balance in atomic units. */
export type OpenSession = { readonly session: Session; readonly left: bigint }

/** The sessions of this browser. */
export type Sessions = {
  readonly list: PersistentList<Session>
  /** The open session of a wallet. */
  readonly openOf: (payer: string) => OpenSession | null
  /** The latest offer of a session; `null`: the last quote had none; `undefined`: there was no quote on this page. */
  readonly offer: ExternalStore<SessionRequirements | null | undefined>
  readonly noteOffer: (offer: SessionRequirements | null) => void
  /** Pays from the open session, without a prompt. */
  readonly voucher: SessionMethod
  /** Puts an amount into a session with one wallet signature. `session` is new, or open for a top-up. */
  readonly deposit: (session: Session, amount: bigint, signing: Signing) => SessionMethod
  /** Runs a task while no other payment of a session, in any tab, is signed or sent; `isAcquired`: false after a minute. */
  readonly runExclusive: (task: (isAcquired: boolean) => Promise<void>) => Promise<void>
  /** Records the outcome of a payment; payments by transfer are ignored. */
  readonly record: (attempt: Attempt, outcome: Outcome) => void
  /**
   * Signs a refused payment again with the total that a corrective 402 proves.
   *
   * @param required the `PAYMENT-REQUIRED` header of the 402
   * @returns `null` when the 402 corrects nothing, or does not prove its total
   */
  readonly correct: (attempt: Attempt, required: string | null) => Promise<SessionPayment | null>
  /** Changes one session. */
  readonly change: (id: string, change: (session: Session) => Session) => boolean
}

type SessionsDeps = {
  readonly storage: TextStorage
  readonly key: string
  readonly tabLock: TabLock | null
  readonly loadSigning: () => Promise<Signing>
}

/** Longer than the service waits for the block of a deposit. */
const LOCK_WAIT_MS = 60_000

const CORRECTIVE: ReadonlySet<string | undefined> = new Set([
  "invalid_batch_settlement_evm_cumulative_amount_mismatch",
  "invalid_batch_settlement_evm_cumulative_below_claimed",
])

export function createSessions({ storage, key, tabLock, loadSigning }: SessionsDeps): Sessions {
  const list = createPersistentList(storage, key, Session)
  const offer = createStore<SessionRequirements | null | undefined>(undefined)
  const runExclusive = createSerialRunner(tabLock)

  function change(id: string, apply: (session: Session) => Session): boolean {
    return list.update((all) => trimSessions(all.map((one) => (one.id === id ? apply(one) : one))))
  }

  /** Stores the total before the voucher can leave this browser. */
  function store(session: Session): void {
    const isStored = list.update((all) => trimSessions([...all.filter(({ id }) => id !== session.id), session]))
    if (!isStored) throw new Error("This browser cannot store the session. Allow this site to store data.")
  }

  async function signedVoucher(session: Session, quote: Pick<Quote, "resource">, accepted: SessionRequirements) {
    const total = nextTotal(session, BigInt(accepted.amount))
    if (total === null || !matchesOffer(session, accepted)) return null
    const { signVoucherPayment } = await loadSigning()
    store(withSigned(session, total))
    return signVoucherPayment({ resource: quote.resource, session: accepted }, session, total)
  }

  return {
    list,
    openOf(payer) {
      const session = openSessionOf(list.get(), payer)
      return session && { session, left: remainingDeposit(session) }
    },
    offer,
    noteOffer: (next) => {
      const known = offer.get()
      const isSame = known !== undefined && JSON.stringify(next?.extra) === JSON.stringify(known?.extra)
      if (!isSame) offer.set(next)
    },
    runExclusive,
    change,
    voucher: {
      kind: "voucher",
      authorize: ({ quote, payer }) =>
        Promise.resolve(async () => {
          list.reload()
          const session = openSessionOf(list.get(), payer)
          return session && quote.session ? signedVoucher(session, quote, quote.session) : null
        }),
    },
    deposit: (session, amount, signing) => ({
      kind: "deposit",
      async authorize({ attemptId, quote, nowMs, sign }) {
        const { session: accepted } = quote
        if (accepted === null) throw new Error("The service offers no sessions.")
        const { typedData, complete } = signing.prepareDeposit({ ...quote, session: accepted }, session, {
          amount,
          nowMs,
        })
        const signature = await sign(typedData)
        return async () => {
          list.reload()
          // Other payments of the session may have been charged while the wallet was open.
          const latest = list.get().find(({ id }) => id === session.id) ?? session
          const total = BigInt(latest.charged) + BigInt(accepted.amount)
          store(withDeposit(withSigned(latest, total), { id: attemptId, amount, atMs: nowMs }))
          return complete(signature, total)
        }
      },
    }),
    record({ id: attemptId, payload: payment }, outcome) {
      if (!isSessionPayment(payment)) return
      const { channelId } = payment.payload.voucher
      if (outcome.kind === "delivered") {
        const state = outcome.payment?.extra?.channelState ?? null
        const transaction = outcome.payment?.transaction ?? null
        change(channelId, (session) => afterDelivery(session, { attemptId, payment, state, transaction }))
      } else if (outcome.kind === "refused") {
        change(channelId, (session) => afterRefusal(session, attemptId))
      }
    },
    async correct({ payload: payment }, required) {
      if (!isSessionPayment(payment) || payment.payload.type !== "voucher") return null
      const terms = PaymentRequired.safeParse(decodeHeader(required ?? "")).data
      if (!CORRECTIVE.has(terms?.error)) return null
      const requirements = terms?.accepts.flatMap((entry) => SessionRequirements.safeParse(entry).data ?? [])[0]
      list.reload()
      const session = list.get().find(({ id }) => id === payment.payload.voucher.channelId)
      if (!requirements || !session) return null
      const proven = await (await loadSigning()).provenTotal(session, requirements)
      const corrected = proven && afterCorrection(session, proven)
      if (!corrected) return null
      store(corrected)
      return signedVoucher(corrected, payment, payment.accepted)
    },
  }
}

/** One payment at a time: the next total is known when the answer to the last one is. */
function createSerialRunner(tabLock: TabLock | null): Sessions["runExclusive"] {
  let last: Promise<void> = Promise.resolve()
  return (task) => {
    const run = last.then(() => (tabLock ? tabLock.acquire("session", LOCK_WAIT_MS, task) : task(true)))
    last = run.catch(() => undefined)
    return run
  }
}

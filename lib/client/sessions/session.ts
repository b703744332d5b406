import { z } from "zod"
import { sameAddress } from "@/lib/client/format/address"
import {
  ChannelConfig,
  type ChannelState,
  type SessionPayment,
  type SessionRequirements,
} from "@/lib/client/purchase/wire"

const Digits = z.string().regex(/^\d{1,39}$/)
const Bytes32 = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]{64}$/)])

const Deposit = z.object({
  /** Id of the payment attempt that carries the deposit. */
  id: z.string(),
  amount: Digits,
  /** `sent`: its block is awaited. A refused deposit is kept, because the chain may know better. */
  state: z.enum(["sent", "confirmed", "refused"]),
  transaction: z.string().nullable(),
  atMs: z.number(),
})

/** A payment channel and the key that signs its vouchers, as stored in this browser. Amounts in atomic USDC. */
export const Session = z.object({
  /** Channel id. */
  id: Bytes32,
  network: z.string(),
  config: ChannelConfig,
  /** Private key of the vouchers; `null` once the session has ended. */
  key: Bytes32.nullable(),
  /** A paid resource of the service. Refunds are requested there. */
  path: z.string(),
  deposits: z.array(Deposit),
  /** Total of the delivered answers, or the total that the service proved with a voucher of this session. */
  charged: Digits,
  /** The highest total that was signed. */
  signed: Digits,
  /** The last state that the service reported. */
  reported: z.object({ balance: Digits, charged: Digits }).nullable(),
  openedAtMs: z.number(),
  refund: z.object({ amount: Digits, transaction: z.string().nullable(), atMs: z.number() }).nullable(),
  /** A withdrawal that the wallet started. */
  withdrawal: z.object({ transaction: z.string(), atMs: z.number() }).nullable(),
})
export type Session = z.output<typeof Session>

/** `void`: no deposit arrived. */
export type SessionPhase = "opening" | "open" | "withdrawing" | "ended" | "void"

export function phaseOf(session: Session): SessionPhase {
  if (session.refund !== null || session.key === null) return "ended"
  if (session.withdrawal !== null) return "withdrawing"
  if (totalDeposits(session) > 0n) return "open"
  return session.deposits.some(({ state }) => state === "sent") ? "opening" : "void"
}

/** Sum of the deposits that arrived. */
export function totalDeposits({ deposits }: Pick<Session, "deposits">): bigint {
  return deposits.reduce((sum, { amount, state }) => (state === "confirmed" ? sum + BigInt(amount) : sum), 0n)
}

/** The remaining balance by this browser's own count. */
export function remainingDeposit(session: Session): bigint {
  const left = totalDeposits(session) - BigInt(session.charged)
  return left > 0n ? left : 0n
}

/** The service's word differs from this browser's count. */
export function isDisputed(session: Session): boolean {
  const { reported } = session
  if (reported === null || phaseOf(session) !== "open") return false
  return BigInt(reported.balance) !== totalDeposits(session) || reported.charged !== session.charged
}

/** The total that the next voucher must name; `null` when the session does not cover the price. */
export function nextTotal(session: Session, price: bigint): bigint | null {
  return price <= remainingDeposit(session) ? BigInt(session.charged) + price : null
}

/** Whether the service still accepts vouchers of this session. */
export function matchesOffer({ config, network }: Session, offer: SessionRequirements): boolean {
  return (
    network === offer.network &&
    sameAddress(config.receiver, offer.payTo) &&
    sameAddress(config.token, offer.asset) &&
    sameAddress(config.receiverAuthorizer, offer.extra.receiverAuthorizer) &&
    config.withdrawDelay === offer.extra.withdrawDelay
  )
}

/** Remembers that a total was signed. Stored before the voucher is sent. */
export function withSigned(session: Session, total: bigint): Session {
  return total > BigInt(session.signed) ? { ...session, signed: total.toString() } : session
}

/** The session with a deposit that is about to be sent. */
export function withDeposit(session: Session, deposit: { id: string; amount: bigint; atMs: number }): Session {
  const added = { ...deposit, amount: deposit.amount.toString(), state: "sent" as const, transaction: null }
  return { ...session, deposits: [...session.deposits.filter(({ id }) => id !== deposit.id), added] }
}

/**
 * After an answer was delivered. Applied twice it changes nothing more, because a lost answer is fetched again with the
 * same payment.
 */
export function afterDelivery(session: Session, sale: Sale): Session {
  const { attemptId, payment, state, transaction } = sale
  const total = BigInt(payment.payload.voucher.maxClaimableAmount)
  const charged = BigInt(session.charged)
  const deposits = session.deposits.map((deposit) =>
    deposit.id === attemptId && deposit.state !== "confirmed"
      ? { ...deposit, state: "confirmed" as const, transaction: transaction || null }
      : deposit,
  )
  return {
    ...session,
    deposits,
    charged: (total > charged ? total : charged).toString(),
    reported: reportedAfter(session, state),
  }
}

type Sale = {
  readonly attemptId: string
  readonly payment: SessionPayment
  /** `extra.channelState` of the payment response. */
  readonly state: ChannelState | null
  readonly transaction: string | null
}

/** An older answer that arrives late does not replace a newer state of the service. */
function reportedAfter({ id, reported }: Session, state: ChannelState | null): Session["reported"] {
  if (state?.chargedCumulativeAmount === undefined || !sameAddress(state.channelId, id)) return reported
  const isOlder = reported !== null && BigInt(reported.charged) > BigInt(state.chargedCumulativeAmount)
  return isOlder ? reported : { balance: state.balance, charged: state.chargedCumulativeAmount }
}

/** After a deposit was refused. */
export function afterRefusal(session: Session, attemptId: string): Session {
  const refuse = (deposit: Session["deposits"][number]) =>
    deposit.id === attemptId && deposit.state === "sent" ? { ...deposit, state: "refused" as const } : deposit
  return { ...session, deposits: session.deposits.map(refuse) }
}

/** The total that a corrective 402 proves. */
export type ProvenTotal = { readonly charged: bigint; readonly signed: bigint }

/**
 * Continues from the total of the service. A total above the proven signature is refused, because the service cannot
 * claim it.
 *
 * @param proven `signed` is covered by a signature of the session's key; 0 where the service has no voucher
 */
export function afterCorrection(session: Session, { charged, signed }: ProvenTotal): Session | null {
  if (charged > signed || charged > totalDeposits(session)) return null
  const next = withSigned({ ...session, charged: charged.toString() }, signed)
  return { ...next, reported: session.reported && { ...session.reported, charged: charged.toString() } }
}

/** Deletes the key, because nothing is left to spend. */
export function afterRefund(session: Session, refund: NonNullable<Session["refund"]>): Session {
  return { ...session, refund, key: null }
}

/** At most one session of a wallet is open. The newest wins. */
export function openSessionOf(sessions: readonly Session[], payer: string): Session | null {
  return sessions.findLast((one) => phaseOf(one) === "open" && sameAddress(one.config.payer, payer)) ?? null
}

const MAX_ENDED = 20

/** Keeps every session that may hold money, and the newest of the others. */
export function trimSessions(sessions: readonly Session[]): readonly Session[] {
  const done = sessions.filter((one) => phaseOf(one) === "ended")
  const dropped = new Set(done.slice(0, Math.max(0, done.length - MAX_ENDED)))
  return sessions.filter((one) => !dropped.has(one))
}

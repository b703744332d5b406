import { type Clock, isOver, type Sleep } from "@/lib/domain/clock"
import type { Voucher } from "@/lib/x402/chain/channels/channel-config"
import { type Channel, chargeId, coveredTotal } from "@/lib/x402/ledger/channels/channel"
import type { ChannelLedger } from "@/lib/x402/ledger/channels/channel-ledger"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { Answer } from "@/lib/x402/ledger/payment"
import type { ChannelPayment } from "@/lib/x402/wire/channel-payloads"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import { type Offer, resourceOf } from "@/lib/x402/wire/requirements"
import type { ChannelStates } from "./channel-state"
import { isWithdrawing, voucherOrder } from "./check-channel"
import type { InternalOutcome } from "./session-outcome"
import type { ChannelLocks } from "./channel-locks"
import type { KeyProof } from "./key-proof"
import type { Reservation, VoucherLimits } from "./voucher-limits"

export type ChargeVoucherOptions = {
  readonly channels: Pick<ChannelLedger, "find" | "charge">
  readonly ledger: Pick<Ledger, "find">
  readonly limits: Pick<VoucherLimits, "reserve">
  /**
   * The same question as for every other payment.
   *
   * @throws {SalesPausedError} the offer is not sold now
   */
  readonly checkPause: (offer: Offer) => void
  /** How long after a sale its voucher fetches the same answer again. */
  readonly resendWindowMs: number
  readonly clock: Clock
  readonly sleep: Sleep
}

export type VoucherSale = {
  readonly payment: ChannelPayment
  readonly offer: Offer
  /** Runs at most once for a charge that is made. */
  readonly produce: () => Promise<Answer>
  readonly deposit: Extract<InternalOutcome, { kind: "charged" }>["deposit"]
  readonly provesKey: KeyProof
}

/** Sells by a voucher whose signature was verified: waits for its turn, computes the answer, writes charge and answer. */
export type ChargeVoucher = (channel: Channel, sale: VoucherSale) => Promise<InternalOutcome>

/** How long a voucher waits for the vouchers before it. */
const MAX_WAIT_MS = 2_000
/** A node that was not asked for the deposit may see it a little later. */
const DEPOSIT_WAITS_MS = [100, 300, 600, 1_000, 2_000]

export function createChargeVoucher(
  options: ChargeVoucherOptions,
  { states, turns }: { readonly states: ChannelStates; readonly turns: ChannelLocks },
): ChargeVoucher {
  const { channels, limits, checkPause, clock, sleep } = options

  return async function chargeVoucher(first, { payment, offer, produce, deposit, provesKey }) {
    const { voucher } = payment
    const { price } = offer.contract
    const resource = resourceOf(offer)
    const payer = first.config.payer
    const startedMs = clock()
    const isLate = () => isOver({ sinceMs: startedMs, lengthMs: MAX_WAIT_MS, nowMs: clock() })
    const refused = (reason: PaymentReason, channel: Channel): InternalOutcome => ({
      kind: "refused",
      reason,
      payer,
      channel,
    })
    let channel = first
    let answer: Answer | null = null

    for (;;) {
      const place = voucherOrder(voucher.total, channel.charged, price)
      if (place === "behind") {
        const known = await redeliverVoucher(options, channel, { voucher, resource, provesKey })
        return known === null ? refused(MISMATCH, channel) : { ...known, deposit }
      }
      if (place === "ahead") {
        // A voucher above the balance can never be charged.
        if (voucher.total > coveredTotal(channel) || isLate()) return refused(MISMATCH, channel)
        await turns.wait(channel.id)
      } else if (channel.depositOperation !== null) {
        // The next charge is that of the deposit, which has used gas.
        if (isLate()) return refused(BUSY, channel)
        await turns.wait(channel.id)
      } else {
        // Without a turn before this one, the channel was read a moment ago. The ledger refuses a charge of an old state.
        const isFresh = !turns.isTaken(channel.id)
        const end = await turns.take(channel.id)
        try {
          const current = isFresh ? channel : await channels.find(channel.id)
          const outcome = current === null ? null : await attempt(current)
          if (outcome !== null) return outcome
        } finally {
          end()
        }
      }
      channel = (await channels.find(channel.id)) ?? channel
    }

    /** `null`: another voucher was charged first. */
    async function attempt(current: Channel): Promise<InternalOutcome | null> {
      if (voucherOrder(voucher.total, current.charged, price) !== "next" || current.depositOperation !== null)
        return null
      const funded = await withFunds(current)
      if (funded.refundOperation !== null) return refused(BUSY, funded)
      if (isWithdrawing(funded)) return refused(BUSY, funded)
      if (voucher.total > coveredTotal(funded)) {
        return refused("invalid_batch_settlement_evm_cumulative_exceeds_balance", funded)
      }
      let reserved: Reservation
      try {
        checkPause(offer)
        reserved = limits.reserve(funded, price)
      } catch (cause) {
        return { kind: "failed", cause }
      }
      try {
        answer ??= await produce()
      } catch (cause) {
        reserved.release()
        return { kind: "failed", cause }
      }
      const nowMs = clock()
      const charge = { channel: funded, voucher, price, resource, endpoint: offer.contract.id, answer, nowMs }
      // After a fault of the ledger the charge may have been written.
      const isCharged = await channels.charge(charge).catch((cause: unknown) => {
        reserved.sold()
        throw cause
      })
      if (!isCharged) {
        reserved.release()
        return null
      }
      reserved.sold()
      const after = { ...funded, charged: voucher.total, voucher }
      return { kind: "charged", answer, channel: after, payer, amount: price, deposit, soldAtMs: nowMs }
    }

    /** The channel, read again when its mirror is too old or shows too little money. */
    async function withFunds(current: Channel): Promise<Channel> {
      const known = await states.fresh(current)
      if (voucher.total <= coveredTotal(known)) return known
      let funded = await states.refresh(known)
      for (const ms of deposit === null ? [] : DEPOSIT_WAITS_MS) {
        if (voucher.total <= coveredTotal(funded)) break
        await sleep(ms)
        funded = await states.refresh(funded)
      }
      return funded
    }
  }
}

/**
 * The answer that the same voucher bought for the same resource; `null`: it bought none, or too long ago, or its sender does not
 * prove the key.
 */
export async function redeliverVoucher(
  { ledger, clock, resendWindowMs }: Pick<ChargeVoucherOptions, "ledger" | "clock" | "resendWindowMs">,
  current: Channel,
  asked: { readonly voucher: Voucher; readonly resource: string; readonly provesKey: KeyProof },
): Promise<Extract<InternalOutcome, { kind: "charged" }> | null> {
  const { voucher, resource } = asked
  if (!(await asked.provesKey(current))) return null
  const sale = await ledger.find(chargeId(current, voucher.total))
  if (sale === null || sale.resource !== resource || sale.authorization.signature !== voucher.signature) return null
  const soldAtMs = sale.answeredAtMs
  // A sale in the future was made by a clock that was ahead.
  const isClosed = soldAtMs === null || clock() - soldAtMs >= resendWindowMs
  if (isClosed || sale.answer === null) return null
  const channel = { ...current, charged: voucher.total, voucher }
  const { value: amount } = sale.authorization
  const { payer } = current.config
  return { kind: "charged", answer: sale.answer, channel, payer, amount, deposit: null, soldAtMs }
}

const MISMATCH = "invalid_batch_settlement_evm_cumulative_amount_mismatch"
const BUSY = "invalid_batch_settlement_evm_channel_busy"

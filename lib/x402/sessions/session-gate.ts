import type { ChannelChain } from "@/lib/x402/chain/channels/channel-chain"
import type { ChannelDigests } from "@/lib/x402/chain/channels/channel-digests"
import type { DigestSigner } from "@/lib/x402/chain/crypto"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import { type Channel, chargeId, coveredTotal, depositOperationId } from "@/lib/x402/ledger/channels/channel"
import type { ChannelLedger } from "@/lib/x402/ledger/channels/channel-ledger"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import type { Answer } from "@/lib/x402/ledger/payment"
import { ChainUnavailableError, type SalesPause, SalesPausedError } from "@/lib/x402/errors"
import type { GasGuard } from "@/lib/x402/gate/gas-guard"
import type { ChannelPayment } from "@/lib/x402/wire/channel-payloads"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import { type Offer, type PaymentTerms, resourceOf, type SessionTerms } from "@/lib/x402/wire/requirements"
import { awaitOperation } from "./await-operation"
import { createChannelStates } from "./channel-state"
import { createChannelLocks } from "./channel-locks"
import { createChargeVoucher, redeliverVoucher } from "./charge-voucher"
import { checkChannel, isSignedVoucher, isWithdrawing, voucherOrder } from "./check-channel"
import { createRefundChannel } from "./refund-channel"
import { type KeyProof, keyProof, resendProof } from "./key-proof"
import type { InternalOutcome, SessionOutcome } from "./session-outcome"
import type { VoucherLimits } from "./voucher-limits"
import {
  checkDepositOnChain,
  createQueueDeposit,
  type DepositPayment,
  depositProblem,
  type VerifiedDeposit,
} from "./send-deposit"

/**
 * Checks the sign-in of a request by the key of the channel or its payer's wallet. `null`: it proves the key. `isKnown`: whether
 * the channel has a deposit here; for invented channels a sign-in is neither recorded nor shown to a wallet's contract.
 */
export type SignInCheck = (isKnown: () => Promise<boolean>) => Promise<PaymentReason | null>

/** `produce` runs after every check and before any money moves. `signIn`: absent without a sign-in. Never rejects. */
export type SessionGate = (
  payment: ChannelPayment,
  offer: Offer,
  produce: () => Promise<Answer>,
  signIn?: SignInCheck,
) => Promise<SessionOutcome>

type Request = {
  readonly offer: Offer
  readonly produce: () => Promise<Answer>
  readonly provesKey: KeyProof
}

export type SessionGateOptions = {
  readonly channels: ChannelLedger
  readonly ledger: Pick<Ledger, "find">
  readonly chain: Pick<ChannelChain, "read" | "depositPreflight" | "gasOf"> & Pick<UsdcChain, "hasCode" | "gasPrice">
  /** The account that sends deposits. */
  readonly sender: `0x${string}`
  readonly guard: GasGuard
  readonly digests: ChannelDigests
  /** Signs refunds. */
  readonly authorizer: DigestSigner
  readonly terms: PaymentTerms
  readonly sessions: SessionTerms
  /** How long after a sale its voucher fetches the same answer again. */
  readonly resendWindowMs: number
  readonly isPaused: () => boolean
  readonly limits: Pick<VoucherLimits, "reserve" | "check">
  /** Why an offer is not sold now; `null`: it is. */
  readonly pauseOf: (offer: Offer) => SalesPause | null
  readonly wake: () => void
  readonly clock: Clock
  readonly sleep: Sleep
}

/**
 * Steps of a request that a channel pays: terms → channel id → signature → ledger → turn → balance → answer → charge.
 *
 * One total of a channel buys one answer. The same voucher fetches the same answer again, uncharged. Everything that is not a new
 * purchase, and every state of the channel that a claim has not published, needs a proof of the key.
 */
export function createSessionGate(options: SessionGateOptions): SessionGate {
  const { channels, ledger, digests, clock } = options
  const states = createChannelStates({ ...options, network: options.terms.network })
  const checkPause = (offer: Offer) => {
    const pause = options.pauseOf(offer)
    if (pause !== null) throw new SalesPausedError(pause)
  }
  const charge = createChargeVoucher({ ...options, checkPause }, { states, turns: createChannelLocks(options.sleep) })
  const refund = createRefundChannel(options, states)
  const queueDeposit = createQueueDeposit(
    { ...options, network: options.terms.network },
    createChannelLocks(options.sleep),
  )

  return async (payment, offer, produce, signIn) => {
    const { voucher, config } = payment
    const isSignedIn = signIn !== undefined
    const provesKey = keyProof(options, { total: voucher.total, isSignedIn })
    const isKnown = async () =>
      digests.channelId(config) === voucher.channelId && (await channels.find(voucher.channelId)) !== null
    try {
      const reason = (await signIn?.(isKnown)) ?? null
      if (reason !== null) return { kind: "refused", reason, payer: config.payer, channel: null }
      const outcome = await payWith(payment, { offer, produce, provesKey })
      if (outcome.kind !== "refused" || outcome.channel === null || (await provesKey(outcome.channel))) return outcome
      const { id, onChain } = outcome.channel
      return { ...outcome, channel: { id, onChain, charged: null, voucher: null } }
    } catch (cause) {
      // The chain is read before anything is charged. After a fault of the ledger the charge may have been written.
      if (cause instanceof ChainUnavailableError) return { kind: "failed", cause }
      return { kind: "pending", transaction: null, payer: config.payer, cause }
    }
  }

  async function payWith(payment: ChannelPayment, request: Request): Promise<InternalOutcome> {
    const { payer } = payment.config
    const refused = (reason: PaymentReason): InternalOutcome => ({ kind: "refused", reason, payer, channel: null })
    const { offer } = request
    const reason = checkChannel(payment, { ...options, offer, nowMs: clock() }, digests)
    if (reason !== null && reason !== MISMATCH && !isTimeDependent(reason)) return refused(reason)
    if (!isSignedVoucher(payment.voucher, payment.config.payerAuthorizer, digests)) return refused(UNSIGNED)
    if (payment.type === "deposit") {
      const provesKey = resendProof(options, payment, request.provesKey)
      return payByDeposit(payment, { ...request, provesKey }, reason)
    }
    if (reason === MISMATCH) return redeliverSold(payment, request)
    switch (payment.type) {
      case "voucher":
        return payByVoucher(payment, request)
      case "refund": {
        const channel = await states.find(payment.voucher.channelId, payment.config)
        return channel === null ? refused(NOT_FOUND) : refund(channel, payment, request.provesKey)
      }
    }
  }

  /** The price has changed. An answer that the voucher has bought before is still delivered. */
  async function redeliverSold({ voucher, config }: ChannelPayment, request: Request): Promise<InternalOutcome> {
    const { offer, provesKey } = request
    const channel = await channels.find(voucher.channelId)
    const resource = resourceOf(offer)
    const sale = channel && (await redeliverVoucher(options, channel, { voucher, resource, provesKey }))
    return sale ?? { kind: "refused", reason: MISMATCH, payer: config.payer, channel }
  }

  /** Pays from the money that the channel has already. */
  async function payByVoucher(payment: ChannelPayment, request: Request): Promise<InternalOutcome> {
    const channel = await states.find(payment.voucher.channelId, payment.config)
    if (channel === null) return { kind: "refused", reason: NOT_FOUND, payer: payment.config.payer, channel }
    return charge(channel, { ...request, payment, deposit: null })
  }

  async function payByDeposit(
    payment: DepositPayment,
    request: Request,
    reason: PaymentReason | null,
  ): Promise<InternalOutcome> {
    const { offer, produce } = request
    const { voucher, config, deposit } = payment
    const { payer } = config
    const refused = (reason: PaymentReason, channel: Channel | null): InternalOutcome => {
      return { kind: "refused", reason, payer, channel }
    }
    const operationId = depositOperationId(voucher.channelId, deposit.salt)
    let operation = await channels.findOperation(operationId)
    let answer: Answer | null = null
    let verified: VerifiedDeposit | null = null
    if (operation === null || operation.state === "failed") {
      if (reason === MISMATCH) return redeliverSold(payment, request)
      if (reason !== null) return refused(reason, null)
      const known = await channels.find(voucher.channelId)
      if (known !== null && (await ledger.find(chargeId(known, voucher.total))) !== null)
        return refused(MISMATCH, known)
      const checked = await checkDepositOnChain(payment, { ...options, network: options.terms.network })
      if (checked === "arrived") return payByVoucher(payment, request)
      if (typeof checked === "string") return refused(checked, known)
      if (checked instanceof Error) return { kind: "failed", cause: checked }
      verified = checked
      const channel = await states.look(voucher.channelId, config)
      // Checked before the deposit, so that no payer deposits money for a voucher that cannot be charged.
      if (voucherOrder(voucher.total, channel.charged, offer.contract.price) !== "next")
        return refused(MISMATCH, channel)
      if (channel.refundOperation !== null || isWithdrawing(channel)) return refused(BUSY, channel)
      if (voucher.total > coveredTotal(channel) + deposit.amount) return refused(EXCEEDS_BALANCE, channel)
      try {
        checkPause(offer)
        options.limits.check(channel, offer.contract.price)
        answer = await produce()
      } catch (cause) {
        return { kind: "failed", cause }
      }
    }
    if (verified !== null && answer !== null) {
      const channel = await states.findOrAdd(voucher.channelId, config)
      const { price, id: endpoint } = offer.contract
      const sale = { channel, voucher, price, resource: resourceOf(offer), endpoint, answer }
      const queued = await queueDeposit(payment, verified, sale)
      if (typeof queued === "string") return refused(queued, null)
      if (queued instanceof Error) return { kind: "failed", cause: queued }
      operation = queued
    }
    if (operation === null) throw new Error("A deposit that was not verified has no operation.")
    operation = await awaitOperation(operation, options)
    const channel = await states.findOrAdd(voucher.channelId, config)
    const problem = depositProblem(operation, channel)
    if (problem !== null) return problem
    if (reason === MISMATCH) return redeliverSold(payment, request)
    const { transaction, amount } = operation
    const deposited = transaction === null ? null : { transaction, amount }
    const computed = answer
    return charge(channel, {
      ...request,
      payment,
      produce: computed === null ? produce : () => Promise.resolve(computed),
      deposit: deposited,
    })
  }
}

/** A deposit on the chain stays valid after its authorization has expired. */
function isTimeDependent(reason: PaymentReason): boolean {
  return (
    reason === "invalid_batch_settlement_evm_payload_authorization_valid_before" ||
    reason === "invalid_batch_settlement_evm_payload_authorization_valid_after"
  )
}

const UNSIGNED = "invalid_batch_settlement_evm_voucher_signature"
const NOT_FOUND = "invalid_batch_settlement_evm_channel_not_found"
const MISMATCH = "invalid_batch_settlement_evm_cumulative_amount_mismatch"
const BUSY = "invalid_batch_settlement_evm_channel_busy"
const EXCEEDS_BALANCE = "invalid_batch_settlement_evm_cumulative_exceeds_balance"

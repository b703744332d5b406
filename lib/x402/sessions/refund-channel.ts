import { multicallOf, claimCall, refundCall } from "@/lib/x402/chain/channels/channel-calls"
import type { ChannelDigests } from "@/lib/x402/chain/channels/channel-digests"
import type { DigestSigner } from "@/lib/x402/chain/crypto"
import type { Clock, Sleep } from "@/lib/domain/clock"
import {
  type Channel,
  type ChannelOperation,
  claimTotalOf,
  refundOperationId,
} from "@/lib/x402/ledger/channels/channel"
import type { ChannelLedger } from "@/lib/x402/ledger/channels/channel-ledger"
import { OutOfGasError } from "@/lib/x402/errors"
import type { GasGuard } from "@/lib/x402/gate/gas-guard"
import type { ChannelPayment } from "@/lib/x402/wire/channel-payloads"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import { awaitOperation } from "./await-operation"
import type { ChannelStates } from "./channel-state"
import type { KeyProof } from "./key-proof"
import { refundProblem } from "./refund-rules"
import type { InternalOutcome } from "./session-outcome"

export type RefundChannelOptions = {
  readonly channels: Pick<ChannelLedger, "beginRefund" | "findOperation" | "lastRefund">
  readonly digests: ChannelDigests
  readonly authorizer: DigestSigner
  readonly guard: { readonly gasPrices: Pick<GasGuard["gasPrices"], "isWorth"> }
  readonly isPaused: () => boolean
  readonly wake: () => void
  readonly clock: Clock
  readonly sleep: Sleep
}

export type RefundPayment = Extract<ChannelPayment, { type: "refund" }>

const GAS_OF_REFUND = 350_000n
/** With the claim of the newest voucher, on the sandbox's contract. */
const GAS_USED_BY_REFUND = 110_000n

/**
 * Returns the balance of the channel less its charges, in one transaction: it claims the newest voucher, then refunds
 * the rest. A part of the balance is refunded without a claim, so that the newest voucher stays a proof of the key. Nothing is
 * charged until the refund has ended.
 */
export function createRefundChannel(options: RefundChannelOptions, states: ChannelStates) {
  const { channels, digests, authorizer } = options

  async function refundChannel(
    known: Channel,
    { voucher, amount }: RefundPayment,
    provesKey: KeyProof,
  ): Promise<InternalOutcome> {
    const payer = known.config.payer
    const refused = (reason: PaymentReason, channel: Channel): InternalOutcome => ({
      kind: "refused",
      reason,
      payer,
      channel,
    })
    const isOfLastTotal = voucher.total === known.charged
    if (known.refundOperation !== null) {
      // The refund has published its own voucher, and the answer to a repeated request says nothing that the chain does not.
      if (!isOfLastTotal && !(await provesKey(known))) return refused(MISMATCH, known)
      return follow(known, await channels.findOperation(known.refundOperation))
    }
    const channel = await states.refresh(known)
    const left = channel.onChain.balance - channel.charged
    const isProved = await provesKey(channel)
    const last = await channels.lastRefund(channel.id)
    if (left <= 0n && (isProved || isOfLastTotal)) {
      return last?.state === "done" ? follow(channel, last) : refused(NO_BALANCE, channel)
    }
    // While the newest voucher is public, no voucher of its total proves the key, so another proof stands for it.
    const isNewestPublic = channel.charged <= channel.published
    if (!isProved || (!isOfLastTotal && !isNewestPublic)) return refused(MISMATCH, channel)
    const asked = amount ?? left
    const problem = refundProblem(channel, { asked, left, last })
    if (problem !== null) return refused(problem, channel)
    if (options.isPaused()) return { kind: "failed", cause: new OutOfGasError() }
    const paid = channel.charged - channel.refundCharged
    if (paid > 0n && !options.guard.gasPrices.isWorth(GAS_USED_BY_REFUND, paid)) {
      return {
        kind: "failed",
        cause: new OutOfGasError("Gas costs too much for a refund now. The payer can withdraw."),
      }
    }
    const claims = asked === left ? claimsOf(channel) : []
    const operation = refundOperation(channel, asked, claims)
    const of = { charged: channel.charged, isClaimed: claims.length > 0 }
    if (!(await channels.beginRefund(operation, of, options.clock()))) {
      return refused("invalid_batch_settlement_evm_channel_busy", channel)
    }
    options.wake()
    return follow(channel, await channels.findOperation(operation.id))
  }

  function refundOperation(channel: Channel, amount: bigint, claims: readonly `0x${string}`[]) {
    const { id, config, onChain } = channel
    const nonce = onChain.refundNonce
    const signature = authorizer.sign(digests.refund(id, nonce, amount))
    const refund = refundCall(config, { amount, nonce, signature })
    return {
      id: refundOperationId(id, nonce),
      kind: "refund" as const,
      channelIds: [id],
      amount,
      call: multicallOf([...claims, refund]),
      gas: GAS_OF_REFUND,
      validUntilS: null,
      isIsolated: false,
    }
  }

  function claimsOf({ id, config, voucher, charged, onChain }: Channel): readonly `0x${string}`[] {
    const totalClaimed = claimTotalOf(charged)
    if (voucher === null || totalClaimed <= onChain.totalClaimed) return []
    const entry = { channelId: id, voucherTotal: voucher.total, totalClaimed }
    return [claimCall([{ config, voucher, totalClaimed }], authorizer.sign(digests.claimBatch([entry])))]
  }

  /** Waits for a refund. A repeated request for an ended refund is answered at once. */
  async function follow(channel: Channel, begun: ChannelOperation | null): Promise<InternalOutcome> {
    const { payer } = channel.config
    if (begun === null) throw new Error(`The refund of ${channel.id} is not on record.`)
    const operation = await awaitOperation(begun, options)
    const { transaction } = operation
    if (operation.state === "failed") {
      return { kind: "refused", reason: "invalid_batch_settlement_evm_refund_transaction_failed", payer, channel }
    }
    if (operation.state !== "done" || transaction === null) {
      return { kind: "pending", transaction, payer, cause: null }
    }
    const after = await states.refresh(channel)
    return { kind: "refunded", channel: after, payer, amount: operation.amount, transaction }
  }

  return refundChannel
}

const MISMATCH = "invalid_batch_settlement_evm_cumulative_amount_mismatch"
const NO_BALANCE = "invalid_batch_settlement_evm_refund_no_balance"

import { mismatchedChannelFields } from "@/lib/x402/sessions/mismatched-channel-fields"
import type { SessionOutcome, ShownChannel } from "@/lib/x402/sessions/session-outcome"
import { isCorrective } from "@/lib/x402/wire/channel-reason"
import type { ChannelPayment } from "@/lib/x402/wire/channel-payloads"
import { textBodyResponse, machineHeaders } from "./response"
import {
  answerResponse,
  paymentRequired,
  paymentResponse,
  type PaymentResponseOptions,
  type RequestContext,
  settlementPending,
} from "./payment-responses"

type Purchase = {
  readonly options: PaymentResponseOptions
  readonly context: RequestContext
  readonly payment: ChannelPayment
}

/**
 * The response for a payment by a channel.
 *
 * @throws {SettlementPendingError}, and the cause of a failed answer. `problemResponse` turns them into responses.
 */
export function toSessionResponse(outcome: SessionOutcome, { options, context, payment }: Purchase): Response {
  const { offer, requestId } = context
  const { terms, clock, artifacts } = options
  const { network } = terms
  switch (outcome.kind) {
    case "charged": {
      const { payer, deposit, channel, soldAtMs, answer } = outcome
      const extra = { chargedAmount: outcome.amount.toString(), channelState: channelState(channel) }
      const [transaction, amount] = deposit === null ? ["", ""] : [deposit.transaction, deposit.amount.toString()]
      const extensions = artifacts?.receipt(terms, offer, {
        payer,
        transaction,
        body: answer.body,
        nowMs: soldAtMs,
      })
      const receipt = paymentResponse({ success: true, transaction, network, payer, amount, extra, extensions })
      return answerResponse(answer, requestId, receipt)
    }
    case "refunded": {
      const { payer, transaction, channel } = outcome
      const amount = outcome.amount.toString()
      const extra = { channelState: channelState(channel) }
      const body = { message: "Refund acknowledged", channelId: channel.id, refunded: amount, transaction }
      return textBodyResponse(JSON.stringify(body), {
        headers: {
          ...machineHeaders(requestId),
          ...paymentResponse({ success: true, transaction, network, payer, amount, extra }),
        },
      })
    }
    case "refused": {
      const { reason, payer, channel } = outcome
      const wrong =
        terms.sessions === null
          ? {}
          : mismatchedChannelFields(
              reason,
              payment,
              { offer, terms, sessions: terms.sessions, nowMs: clock() },
              channel,
            )
      const state = channel === null ? {} : { channelState: correctiveState(channel) }
      const failure = { success: false, errorReason: reason, transaction: "", network, payer }
      // The official client corrects its channel only where there is no PAYMENT-RESPONSE.
      const headers = isCorrective(reason) ? {} : paymentResponse(failure)
      return paymentRequired(options, { ...context, wrong, ...state }, reason, headers)
    }
    case "pending":
      throw settlementPending(outcome, network)
    case "failed":
      throw outcome.cause
  }
}

function channelState({ id, onChain, charged }: ShownChannel) {
  return {
    channelId: id,
    balance: onChain.balance.toString(),
    totalClaimed: onChain.totalClaimed.toString(),
    withdrawRequestedAt: onChain.withdrawRequestedS,
    refundNonce: onChain.refundNonce.toString(),
    ...(charged !== null && { chargedCumulativeAmount: charged.toString() }),
  }
}

/**
 * The state with the newest voucher, which proves the charged amount. A sender who has not proved the key gets what is on the
 * chain. From that the official client signs a voucher that proves the key.
 */
function correctiveState(channel: ShownChannel) {
  const { voucher } = channel
  return {
    channelState: channelState(channel),
    ...(voucher !== null && {
      voucherState: { signedMaxClaimable: voucher.total.toString(), signature: voucher.signature },
    }),
  }
}

import { sameAddress } from "@/lib/x402/chain/usdc-contract"
import { EXPIRY_MARGIN_S, MAX_WINDOW_S, matchesOffer } from "@/lib/x402/gate/verify-authorization"
import type { ChannelPayment } from "@/lib/x402/wire/channel-payloads"
import type { InvalidFields } from "@/lib/x402/wire/malformed-fields"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import { minDepositFor } from "@/lib/x402/wire/requirements"
import type { ChannelTerms } from "./check-channel"
import { MIN_PART_REFUND } from "./refund-rules"
import type { ShownChannel } from "./session-outcome"

type Field = readonly [path: string, given: string, expected: string]

/** The fields of a payment by a channel that do not match, each with the value that it must have. */
export function mismatchedChannelFields(
  reason: PaymentReason,
  payment: ChannelPayment,
  offered: ChannelTerms,
  channel: ShownChannel | null,
): InvalidFields {
  return mismatches[reason]?.({ payment, channel, ...offered }) ?? {}
}

type Facts = ChannelTerms & { readonly payment: ChannelPayment; readonly channel: ShownChannel | null }

const CONFIG = "payload.channelConfig"
const AUTHORIZATION = "payload.deposit.authorization.erc3009Authorization"
const SECONDS = "in seconds since 1970"

const withdrawDelay = ({ sessions }: Facts): InvalidFields => {
  return { [`${CONFIG}.withdrawDelay`]: `must be ${sessions.withdrawDelayS}` }
}

const mismatches: Partial<Record<PaymentReason, (facts: Facts) => InvalidFields>> = {
  invalid_batch_settlement_evm_network_mismatch: ({ terms }) => ({ "accepted.network": `must be ${terms.network}` }),
  invalid_batch_settlement_evm_token_mismatch: ({ payment, terms }) =>
    wrongOf([
      ["accepted.asset", payment.accepted.asset, terms.asset],
      [`${CONFIG}.token`, payment.config.token, terms.asset],
    ]),
  invalid_batch_settlement_evm_receiver_mismatch: ({ payment, terms }) =>
    wrongOf([
      ["accepted.payTo", payment.accepted.payTo, terms.payTo],
      [`${CONFIG}.receiver`, payment.config.receiver, terms.payTo],
    ]),
  invalid_batch_settlement_evm_receiver_authorizer_mismatch: ({ sessions }) => {
    return { [`${CONFIG}.receiverAuthorizer`]: `must be ${sessions.receiverAuthorizer}` }
  },
  invalid_batch_settlement_evm_withdraw_delay_mismatch: withdrawDelay,
  invalid_batch_settlement_evm_withdraw_delay_out_of_range: withdrawDelay,
  invalid_batch_settlement_evm_channel_id_mismatch: () => {
    return { "payload.voucher.channelId": "must be the EIP-712 hash of channelConfig" }
  },
  invalid_batch_settlement_evm_voucher_signature: ({ payment: { config } }) =>
    BigInt(config.payerAuthorizer) === 0n
      ? { [`${CONFIG}.payerAuthorizer`]: "must be the address of the key that signs vouchers, not zero" }
      : { "payload.voucher.signature": `must be by the key of ${config.payerAuthorizer}` },
  invalid_batch_settlement_evm_cumulative_amount_mismatch({ payment, channel, offer }) {
    const { price } = offer.contract
    const { accepted, voucher, type } = payment
    if (accepted.amount !== price.toString()) return { "accepted.amount": `must be ${price}` }
    if (channel === null) return {}
    const base = channel.charged ?? channel.onChain.totalClaimed
    const expected = type === "refund" ? base : base + price
    return expected === voucher.total ? {} : { "payload.voucher.maxClaimableAmount": `must be ${expected}` }
  },
  invalid_batch_settlement_evm_refund_amount_invalid({ channel }) {
    if (channel === null || channel.charged === null) return {}
    const left = channel.onChain.balance - channel.charged
    return {
      "payload.amount": left > MIN_PART_REFUND ? `must be from ${MIN_PART_REFUND} to ${left}` : "must be absent",
    }
  },
  invalid_batch_settlement_evm_deposit_below_min_deposit: ({ sessions, offer }) => {
    return { "payload.deposit.amount": `must be at least ${minDepositFor(sessions, offer.contract.price)}` }
  },
  invalid_batch_settlement_evm_payload_authorization_valid_after: ({ nowMs }) => {
    return { [`${AUTHORIZATION}.validAfter`]: `must be below ${toSeconds(nowMs)}, ${SECONDS}` }
  },
  invalid_batch_settlement_evm_payload_authorization_valid_before({ nowMs }) {
    const nowS = toSeconds(nowMs)
    const range = `from ${nowS + EXPIRY_MARGIN_S + 1} to ${nowS + MAX_WINDOW_S}`
    return { [`${AUTHORIZATION}.validBefore`]: `must be ${range}, ${SECONDS}` }
  },
  payment_resource_mismatch: ({ payment, offer, terms }) =>
    payment.resourceUrl === null || matchesOffer(payment.resourceUrl, offer)
      ? {}
      : { "resource.url": `must be ${terms.origin}${offer.url}` },
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}

function wrongOf(fields: readonly Field[]): InvalidFields {
  const wrong = fields.filter(([, given, expected]) => !sameAddress(given, expected))
  return Object.fromEntries(wrong.map(([path, , expected]) => [path, `must be ${expected}`]))
}

import { z } from "zod"

/**
 * x402 version 2 messages.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/transports-v2/http.md
 */

const Address = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)])
const Hex = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]*$/)])
const Bytes32 = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{64}$/)])
const Digits = z.string().regex(/^\d{1,78}$/)

/** One entry of `accepts`. Unknown fields are kept, because the server may compare the echoed terms. */
export const Requirements = z.looseObject({
  scheme: z.literal("exact"),
  network: z.string(),
  amount: Digits,
  asset: Address,
  payTo: Address,
  maxTimeoutSeconds: z.number().int().positive(),
  extra: z.looseObject({ name: z.string(), version: z.string() }),
})
export type Requirements = z.output<typeof Requirements>

const Resource = z.looseObject({ url: z.string() })

export const PaymentRequired = z.object({
  x402Version: z.literal(2),
  error: z.string().optional(),
  resource: Resource,
  accepts: z.array(z.unknown()).min(1),
  extensions: z.unknown().optional(),
})
export type PaymentRequired = z.output<typeof PaymentRequired>

export const AuthorizationWire = z.object({
  from: Address,
  to: Address,
  value: Digits,
  validAfter: Digits,
  validBefore: Digits,
  nonce: Hex,
})
export type AuthorizationWire = z.output<typeof AuthorizationWire>

/** `id` is the last key, so that the stored payment is serialized as it was sent. */
const PaymentIdentifier = z.looseObject({ info: z.looseObject({ required: z.boolean(), id: z.string() }) })
export type PaymentIdentifier = z.output<typeof PaymentIdentifier>

/** A payment by one transfer (scheme `exact`). */
export const TransferPayment = z.object({
  x402Version: z.literal(2),
  resource: Resource,
  accepted: Requirements,
  payload: z.object({ signature: Hex, authorization: AuthorizationWire }),
  extensions: z.object({ "payment-identifier": PaymentIdentifier }).optional(),
})
export type TransferPayment = z.output<typeof TransferPayment>

/** A payment channel of the scheme `batch-settlement`. Its EIP-712 hash is the channel id. */
export const ChannelConfig = z.object({
  payer: Address,
  payerAuthorizer: Address,
  receiver: Address,
  receiverAuthorizer: Address,
  token: Address,
  /** Seconds. */
  withdrawDelay: z.number().int().min(900).max(2_592_000),
  salt: Bytes32,
})
export type ChannelConfig = z.output<typeof ChannelConfig>

export const ChannelState = z.looseObject({
  channelId: Bytes32,
  balance: Digits,
  totalClaimed: Digits,
  withdrawRequestedAt: z.number(),
  refundNonce: Digits,
  chargedCumulativeAmount: Digits.optional(),
})
export type ChannelState = z.output<typeof ChannelState>

/** The last voucher that the service holds. */
export const VoucherState = z.looseObject({ signedMaxClaimable: Digits, signature: Hex })
export type VoucherState = z.output<typeof VoucherState>

/** One entry of `accepts` for payments from a channel. */
export const SessionRequirements = z.looseObject({
  scheme: z.literal("batch-settlement"),
  network: z.string(),
  amount: Digits,
  asset: Address,
  payTo: Address,
  maxTimeoutSeconds: z.number().int().positive(),
  extra: z.looseObject({
    name: z.string(),
    version: z.string(),
    receiverAuthorizer: Address,
    withdrawDelay: z.number().int().min(900).max(2_592_000),
    minDeposit: Digits.optional(),
    assetTransferMethod: z.literal("eip3009").optional(),
    channelState: ChannelState.optional(),
    voucherState: VoucherState.optional(),
  }),
})
export type SessionRequirements = z.output<typeof SessionRequirements>

/** A signature over the total that the service may claim from a channel. */
const Voucher = z.object({ channelId: Bytes32, maxClaimableAmount: Digits, signature: Hex })

const DepositAuthorization = z.object({
  erc3009Authorization: z.object({ validAfter: Digits, validBefore: Digits, salt: Bytes32, signature: Hex }),
})

const ChannelPayload = z.discriminatedUnion("type", [
  z.object({ type: z.literal("voucher"), channelConfig: ChannelConfig, voucher: Voucher }),
  z.object({
    type: z.literal("deposit"),
    channelConfig: ChannelConfig,
    voucher: Voucher,
    deposit: z.object({ amount: Digits, authorization: DepositAuthorization }),
  }),
  z.object({ type: z.literal("refund"), channelConfig: ChannelConfig, voucher: Voucher, amount: Digits.optional() }),
])

/** A payment from a channel (scheme `batch-settlement`). */
export const SessionPayment = z.object({
  x402Version: z.literal(2),
  resource: Resource,
  accepted: SessionRequirements,
  payload: ChannelPayload,
})
export type SessionPayment = z.output<typeof SessionPayment>

export const PaymentPayload = z.union([TransferPayment, SessionPayment])
export type PaymentPayload = z.output<typeof PaymentPayload>

export const PaymentResponse = z.looseObject({
  success: z.boolean(),
  transaction: z.string().nullish(),
  network: z.string().optional(),
  payer: z.string().nullish(),
  amount: z.string().optional(),
  errorReason: z.string().optional(),
  /** Of payments from a channel. */
  extra: z
    .looseObject({ chargedAmount: Digits.optional(), channelState: ChannelState.optional() })
    .optional()
    .catch(undefined),
})
export type PaymentResponse = z.output<typeof PaymentResponse>

/** Error fields in the body of a 402. */
export const PaymentErrorBody = z.looseObject({ error: z.string(), message: z.string().optional() })

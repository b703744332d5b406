import { z } from "zod"
import { lowerHex } from "@/lib/domain/lower-hex"
import { usdc } from "@/lib/domain/usdc"
import type { ChannelConfig, Deposit, Voucher } from "@/lib/x402/chain/channels/channel-config"
import type { Usdc } from "@/lib/domain/usdc"
import { Address, Bytes32, Seconds, Signature, Units } from "./payloads"

export const BATCH_SETTLEMENT_SCHEME = "batch-settlement"

const MAX_UINT128 = 2n ** 128n - 1n
const MAX_UINT40 = 2 ** 40 - 1

const Amount = Units.refine((value) => value <= MAX_UINT128, "must be below 2^128")

const Config = z
  .object({
    payer: Address,
    payerAuthorizer: Address,
    receiver: Address,
    receiverAuthorizer: Address,
    token: Address,
    withdrawDelay: Seconds.refine((value) => value <= MAX_UINT40, "must be below 2^40"),
    salt: Bytes32,
  })
  .transform(({ withdrawDelay, ...config }): ChannelConfig => ({ ...config, withdrawDelayS: withdrawDelay }))

const VoucherFields = z
  .object({ channelId: Bytes32, maxClaimableAmount: Amount, signature: Signature })
  .transform(({ maxClaimableAmount, ...voucher }): Voucher => ({ ...voucher, total: maxClaimableAmount }))

const DepositFields = z
  .object({
    amount: Amount,
    authorization: z.object({
      erc3009Authorization: z.object({
        validAfter: Seconds,
        validBefore: Seconds,
        salt: z
          .string()
          .regex(/^0x[0-9a-fA-F]{1,64}$/, "must be 0x and 64 hexadecimal digits")
          .transform(toBytes32),
        signature: Signature,
      }),
    }),
  })
  .transform(({ amount, authorization: { erc3009Authorization } }): Deposit => {
    const { validAfter, validBefore, salt, signature } = erc3009Authorization
    return { amount, validAfterS: validAfter, validBeforeS: validBefore, salt, signature }
  })

/** The payload of the scheme "batch-settlement". */
export const ChannelPayload = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("deposit"),
    channelConfig: Config,
    voucher: VoucherFields,
    deposit: DepositFields,
  }),
  z.object({ type: z.literal("voucher"), channelConfig: Config, voucher: VoucherFields }),
  z.object({
    type: z.literal("refund"),
    channelConfig: Config,
    voucher: VoucherFields,
    amount: Amount.optional(),
  }),
])

/** `PAYMENT-SIGNATURE` of the scheme "batch-settlement", which x402 version 2 alone has. */
export const ChannelPaymentV2 = z.object({
  x402Version: z.literal(2),
  resource: z.object({ url: z.string().max(2048) }).nullish(),
  accepted: z.object({
    scheme: z.literal(BATCH_SETTLEMENT_SCHEME),
    network: z.string().max(64),
    amount: z.string().max(78),
    asset: z.string().max(64),
    payTo: z.string().max(64),
  }),
  payload: ChannelPayload,
})

/** Selects the schema of a version 2 payload. */
export const AcceptedScheme = z.object({ accepted: z.object({ scheme: z.literal(BATCH_SETTLEMENT_SCHEME) }) })

/** A deposit by another transfer method than EIP-3009, such as Permit2. */
export const UnsupportedDeposit = z.object({
  payload: z.object({
    deposit: z.object({ authorization: z.object({ permit2Authorization: z.looseObject({}) }) }),
  }),
})

/** A payment by a channel as presented, before it is verified. Hex is in lower case. */
export type ChannelPayment = {
  readonly network: string
  readonly accepted: { readonly amount: string; readonly asset: string; readonly payTo: string }
  readonly resourceUrl: string | null
  readonly config: ChannelConfig
  readonly voucher: Voucher
} & (
  | { readonly type: "deposit"; readonly deposit: Deposit }
  | { readonly type: "voucher" }
  /** `amount`: `null` for all that is left. */
  | { readonly type: "refund"; readonly amount: Usdc | null }
)

export function toChannelPayment({ accepted, resource, payload }: z.output<typeof ChannelPaymentV2>): ChannelPayment {
  const common = {
    network: accepted.network,
    accepted,
    resourceUrl: resource?.url ?? null,
    config: payload.channelConfig,
    voucher: payload.voucher,
  }
  switch (payload.type) {
    case "deposit":
      return { ...common, type: "deposit", deposit: payload.deposit }
    case "voucher":
      return { ...common, type: "voucher" }
    case "refund":
      return { ...common, type: "refund", amount: payload.amount === undefined ? null : usdc(payload.amount) }
  }
}

/** Clients may write the salt as a number in hexadecimal digits. */
function toBytes32(text: string): `0x${string}` {
  return lowerHex(`0x${text.slice(2).padStart(64, "0")}`)
}

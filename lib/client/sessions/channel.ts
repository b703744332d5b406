import { encodeAbiParameters, type Hex, hashTypedData, keccak256, recoverTypedDataAddress } from "viem"
import { EIP3009_FIELDS, EIP712_DOMAIN } from "@/lib/client/purchase/authorization"
import type { ChannelConfig, SessionRequirements } from "@/lib/client/purchase/wire"
import { BATCH_SETTLEMENT, DEPOSIT_COLLECTOR } from "@/lib/domain/batch-settlement"

/**
 * Typed data of payment channels.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/schemes/batch-settlement/scheme_batch_settlement_evm.md
 */

const channelTypes = {
  ChannelConfig: [
    { name: "payer", type: "address" },
    { name: "payerAuthorizer", type: "address" },
    { name: "receiver", type: "address" },
    { name: "receiverAuthorizer", type: "address" },
    { name: "token", type: "address" },
    { name: "withdrawDelay", type: "uint40" },
    { name: "salt", type: "bytes32" },
  ],
} as const

const voucherTypes = {
  Voucher: [
    { name: "channelId", type: "bytes32" },
    { name: "maxClaimableAmount", type: "uint128" },
  ],
} as const

const depositTypes = { EIP712Domain: EIP712_DOMAIN, ReceiveWithAuthorization: EIP3009_FIELDS } as const

function domainOf(chainId: number) {
  return { name: "x402 Batch Settlement", version: "1", chainId, verifyingContract: BATCH_SETTLEMENT } as const
}

export function channelIdOf(config: ChannelConfig, chainId: number): Hex {
  return hashTypedData({
    domain: domainOf(chainId),
    types: channelTypes,
    primaryType: "ChannelConfig",
    message: config,
  })
}

/** A voucher allows the receiver to claim up to a total, including everything claimed before. */
export function voucherTypedData(channelId: Hex, total: bigint, chainId: number) {
  return {
    domain: domainOf(chainId),
    types: voucherTypes,
    primaryType: "Voucher",
    message: { channelId, maxClaimableAmount: total },
  } as const
}

/** The signer of a voucher; `null` for a signature that names none. */
export async function voucherSigner(
  voucher: { readonly channelId: Hex; readonly total: bigint; readonly signature: Hex },
  chainId: number,
): Promise<Hex | null> {
  const { channelId, total, signature } = voucher
  try {
    return await recoverTypedDataAddress({ ...voucherTypedData(channelId, total, chainId), signature })
  } catch {
    return null
  }
}

/** Nonce of a deposit's authorization. It binds the authorization to one channel. */
export function depositNonce(channelId: Hex, salt: Hex): Hex {
  return keccak256(encodeAbiParameters([{ type: "bytes32" }, { type: "uint256" }], [channelId, BigInt(salt)]))
}

export type DepositTerms = {
  readonly payer: Hex
  readonly amount: bigint
  readonly channelId: Hex
  readonly salt: Hex
  readonly validAfter: string
  readonly validBefore: string
}

/**
 * The message that the wallet signs for a deposit: `ReceiveWithAuthorization` of EIP-3009, which only the collector can
 * use.
 */
export function depositTypedData(terms: DepositTerms, { asset, extra }: SessionRequirements, chainId: number) {
  const { payer, amount, channelId, salt, validAfter, validBefore } = terms
  return {
    domain: { name: extra.name, version: extra.version, chainId, verifyingContract: asset },
    types: depositTypes,
    primaryType: "ReceiveWithAuthorization",
    message: {
      from: payer,
      to: DEPOSIT_COLLECTOR,
      value: amount.toString(),
      validAfter,
      validBefore,
      nonce: depositNonce(channelId, salt),
    },
  } as const
}

export type DepositTypedData = ReturnType<typeof depositTypedData>

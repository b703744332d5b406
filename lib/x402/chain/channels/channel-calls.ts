import { decodeFunctionData, encodeAbiParameters, encodeFunctionData, parseAbi } from "viem"
import { DEPOSIT_COLLECTOR } from "@/lib/domain/batch-settlement"
import { lowerHex } from "@/lib/domain/lower-hex"
import type { ChannelConfig, Deposit, Voucher } from "./channel-config"

export const channelAbi = parseAbi([
  "struct ChannelConfig { address payer; address payerAuthorizer; address receiver; address receiverAuthorizer; address token; uint40 withdrawDelay; bytes32 salt; }",
  "struct Voucher { ChannelConfig channel; uint128 maxClaimableAmount; }",
  "struct VoucherClaim { Voucher voucher; bytes signature; uint128 totalClaimed; }",
  "function multicall(bytes[] data) returns (bytes[] results)",
  "function deposit(ChannelConfig config, uint128 amount, address collector, bytes collectorData)",
  "function claimWithSignature(VoucherClaim[] voucherClaims, bytes authorizerSignature)",
  "function settle(address receiver, address token)",
  "function refundWithSignature(ChannelConfig config, uint128 amount, uint256 nonce, bytes receiverAuthorizerSignature)",
  "function channels(bytes32 channelId) view returns (uint128 balance, uint128 totalClaimed)",
  "function pendingWithdrawals(bytes32 channelId) view returns (uint128 amount, uint40 initiatedAt)",
  "function refundNonce(bytes32 channelId) view returns (uint256)",
  "function receivers(address receiver, address token) view returns (uint128 totalClaimed, uint128 totalSettled)",
  "event Deposited(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 balance)",
  "event Claimed(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 totalClaimed)",
  "event Settled(address indexed receiver, address indexed token, address indexed sender, uint128 amount)",
  "event Refunded(bytes32 indexed channelId, address indexed sender, uint128 amount)",
])

/** A voucher with its channel, and the total that is claimed by it. */
export type VoucherClaim = { readonly config: ChannelConfig; readonly voucher: Voucher; readonly totalClaimed: bigint }

export function depositCall(config: ChannelConfig, deposit: Deposit): `0x${string}` {
  const collectorData = encodeAbiParameters(
    [{ type: "uint256" }, { type: "uint256" }, { type: "uint256" }, { type: "bytes" }],
    [BigInt(deposit.validAfterS), BigInt(deposit.validBeforeS), BigInt(deposit.salt), deposit.signature],
  )
  return encodeFunctionData({
    abi: channelAbi,
    functionName: "deposit",
    args: [toStruct(config), deposit.amount, DEPOSIT_COLLECTOR, collectorData],
  })
}

/** The payer in the call of a deposit, in lower case. */
export function payerOf(call: `0x${string}`): `0x${string}` | null {
  const { functionName, args } = decodeFunctionData({ abi: channelAbi, data: call })
  return functionName === "deposit" ? lowerHex(args[0].payer) : null
}

export function claimCall(claims: readonly VoucherClaim[], authorizerSignature: `0x${string}`): `0x${string}` {
  const structs = claims.map(({ config, voucher, totalClaimed }) => ({
    voucher: { channel: toStruct(config), maxClaimableAmount: voucher.total },
    signature: voucher.signature,
    totalClaimed,
  }))
  return encodeFunctionData({
    abi: channelAbi,
    functionName: "claimWithSignature",
    args: [structs, authorizerSignature],
  })
}

export function settleCall(receiver: `0x${string}`, token: `0x${string}`): `0x${string}` {
  return encodeFunctionData({ abi: channelAbi, functionName: "settle", args: [receiver, token] })
}

export function refundCall(
  config: ChannelConfig,
  { amount, nonce, signature }: { readonly amount: bigint; readonly nonce: bigint; readonly signature: `0x${string}` },
): `0x${string}` {
  return encodeFunctionData({
    abi: channelAbi,
    functionName: "refundWithSignature",
    args: [toStruct(config), amount, nonce, signature],
  })
}

/** Several calls of the contract as one, which fails as a whole. */
export function multicallOf(calls: readonly `0x${string}`[]): `0x${string}` {
  const [first] = calls
  if (first !== undefined && calls.length === 1) return first
  return encodeFunctionData({ abi: channelAbi, functionName: "multicall", args: [calls] })
}

function toStruct({ withdrawDelayS, ...config }: ChannelConfig) {
  return { ...config, withdrawDelay: withdrawDelayS }
}

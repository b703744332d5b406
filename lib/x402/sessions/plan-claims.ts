import { multicallOf, claimCall, settleCall } from "@/lib/x402/chain/channels/channel-calls"
import type { ChannelDigests } from "@/lib/x402/chain/channels/channel-digests"
import type { DigestSigner } from "@/lib/x402/chain/crypto"
import { type Channel, claimTotalOf, type NewOperation } from "@/lib/x402/ledger/channels/channel"

export type ClaimPolicy = {
  /** Unclaimed charges of all channels, in atomic units, that are claimed at once. */
  readonly thresholdUnits: bigint
  /** How long a voucher waits for its claim at most. */
  readonly intervalMs: number
  /** Unclaimed charges of one channel, in atomic units, beyond which no voucher is sold. Half of it is claimed at once. */
  readonly maxChannelUnits: bigint
}

const MAX_CLAIMS = 50
export const GAS_OF_CLAIM = 90_000n
export const GAS_OF_SETTLE = 150_000n

/** A voucher is claimed at the latest after this part of the withdrawal delay, whatever the interval is. */
const CLAIM_SHARE = 4
/** A channel whose oldest unclaimed charge is older than this part of its withdrawal delay sells nothing. */
const STOP_SHARE = 2

/**
 * The channels whose vouchers are claimed now: those that are in danger, because their payer withdraws, or they owe much or for
 * long; and, when the others owe the threshold or the oldest has waited for the interval, all that owe enough for the gas.
 */
export function dueChannels(
  channels: readonly Channel[],
  policy: ClaimPolicy,
  nowMs: number,
  isWorth: (gas: bigint, amount: bigint) => boolean,
): readonly Channel[] {
  const worth = new Set(channels.filter((channel) => isWorth(GAS_OF_CLAIM, unclaimedOf(channel))))
  const sum = [...worth].reduce((total, channel) => total + unclaimedOf(channel), 0n)
  const isLate = [...worth].some((channel) => ageMs(channel, nowMs) >= policy.intervalMs)
  const gas = GAS_OF_SETTLE + BigInt(worth.size) * GAS_OF_CLAIM
  const isDue = (sum >= policy.thresholdUnits || isLate) && isWorth(gas, sum)
  return channels.filter((channel) => (isDue && worth.has(channel)) || isUrgent(channel, policy, nowMs))
}

function isUrgent(channel: Channel, { maxChannelUnits }: ClaimPolicy, nowMs: number): boolean {
  return (
    channel.onChain.withdrawRequestedS > 0 ||
    2n * unclaimedOf(channel) >= maxChannelUnits ||
    ageMs(channel, nowMs) >= delayMs(channel) / CLAIM_SHARE
  )
}

/** Whether claims of this channel have failed for so long that a withdrawal could end before the next one. */
export function isClaimOverdue(channel: Channel, nowMs: number): boolean {
  return ageMs(channel, nowMs) >= delayMs(channel) / STOP_SHARE
}

/** A time in the future, of a clock that was ahead, makes a claim due as soon as one in the past. */
function ageMs({ unclaimedSinceMs }: Channel, nowMs: number): number {
  return unclaimedSinceMs === null ? 0 : Math.abs(nowMs - unclaimedSinceMs)
}

function delayMs({ config }: Channel): number {
  return config.withdrawDelayS * 1_000
}

export function unclaimedOf({ charged, onChain, lost }: Channel): bigint {
  const open = claimTotalOf(charged) - lost - onChain.totalClaimed
  return open > 0n ? open : 0n
}

/** The total that the chain accepts in a claim now: a claim beyond the balance of the channel reverts. */
function claimableTotal({ charged, onChain }: Channel): bigint {
  const total = claimTotalOf(charged)
  return total < onChain.balance ? total : onChain.balance
}

/** Whether the channel has something that a claim would bring. */
export function hasClaim(channel: Channel): boolean {
  return channel.voucher !== null && claimableTotal(channel) > channel.onChain.totalClaimed
}

/** Groups channels that one operation can claim and transfer: by receiver and token, payers that withdraw first. */
export function claimGroups(channels: readonly Channel[]): readonly (readonly Channel[])[] {
  const groups = new Map<string, Channel[]>()
  const byUrgency = channels.toSorted(
    (a, b) => Number(b.onChain.withdrawRequestedS > 0) - Number(a.onChain.withdrawRequestedS > 0),
  )
  for (const channel of byUrgency) {
    const key = `${channel.config.receiver}/${channel.config.token}`
    const others = groups.get(key)
    if (others) others.push(channel)
    else groups.set(key, [channel])
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MAX_CLAIMS) }, (_, index) =>
      group.slice(index * MAX_CLAIMS, (index + 1) * MAX_CLAIMS),
    ),
  )
}

type ClaimSigner = {
  readonly digests: ChannelDigests
  readonly authorizer: DigestSigner
  /** Whether the claimed amounts are transferred in the same operation. */
  readonly settles: boolean
}

/** Claims the newest voucher of each channel. `null`: no channel has anything to claim. */
export function claimOperation(
  channels: readonly Channel[],
  id: string,
  { digests, authorizer, settles }: ClaimSigner,
): NewOperation | null {
  const claims = channels.flatMap((channel) => {
    const { config, voucher } = channel
    if (voucher === null || !hasClaim(channel)) return []
    const totalClaimed = claimableTotal(channel)
    return [{ config, voucher, totalClaimed, amount: totalClaimed - channel.onChain.totalClaimed }]
  })
  const [first] = claims
  if (first === undefined) return null
  const entries = claims.map(({ voucher, totalClaimed }) => {
    return { channelId: voucher.channelId, voucherTotal: voucher.total, totalClaimed }
  })
  const claim = claimCall(claims, authorizer.sign(digests.claimBatch(entries)))
  const settle = settles ? [settleCall(first.config.receiver, first.config.token)] : []
  return {
    id,
    kind: "claim",
    channelIds: entries.map(({ channelId }) => channelId),
    amount: claims.reduce((sum, { amount }) => sum + amount, 0n),
    call: multicallOf([claim, ...settle]),
    gas: (settles ? GAS_OF_SETTLE : 0n) + BigInt(claims.length) * GAS_OF_CLAIM,
    validUntilS: null,
    isIsolated: false,
  }
}

/** Transfers what claims and refunds have claimed. */
export function settleOperation(
  receiver: `0x${string}`,
  token: `0x${string}`,
  id: string,
  amount: bigint,
): NewOperation {
  return {
    id,
    kind: "claim",
    channelIds: [],
    amount,
    call: settleCall(receiver, token),
    gas: GAS_OF_SETTLE,
    validUntilS: null,
    isIsolated: false,
  }
}

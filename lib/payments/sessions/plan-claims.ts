import { multicallOf, claimCall, settleCall } from "@/lib/chain/channels/channel-calls"
import type { ChannelDigests } from "@/lib/chain/channels/channel-digests"
import type { DigestSigner } from "@/lib/chain/crypto"
import type { Channel, NewOperation } from "@/lib/ledger/channels/channel"

export type ClaimPolicy = {
  /** Unclaimed charges of all channels, in atomic units, that are claimed at once. */
  readonly thresholdUnits: bigint
  /** How long a voucher waits for its claim at most. */
  readonly intervalMs: number
}

const MAX_CLAIMS = 50
const GAS_OF_CLAIM = 90_000n
const GAS_OF_SETTLE = 150_000n

/** Whether the vouchers of these channels are claimed now: enough money, long enough, or a payer that withdraws. */
export function isClaimDue(channels: readonly Channel[], policy: ClaimPolicy, nowMs: number): boolean {
  const sum = channels.reduce((total, channel) => total + unclaimedOf(channel), 0n)
  return (
    sum >= policy.thresholdUnits ||
    channels.some(
      ({ onChain, unclaimedSinceMs }) =>
        onChain.withdrawRequestedS > 0 || (unclaimedSinceMs !== null && nowMs - unclaimedSinceMs >= policy.intervalMs),
    )
  )
}

export function unclaimedOf({ charged, onChain }: Channel): bigint {
  return charged > onChain.totalClaimed ? charged - onChain.totalClaimed : 0n
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

/** Claims the newest voucher of each channel and transfers the claimed amounts. `null`: no channel has a voucher. */
export function claimOperation(
  channels: readonly Channel[],
  id: string,
  { digests, authorizer }: { readonly digests: ChannelDigests; readonly authorizer: DigestSigner },
): NewOperation | null {
  const claims = channels.flatMap((channel) => {
    const { config, voucher, charged } = channel
    return voucher === null || unclaimedOf(channel) === 0n ? [] : [{ config, voucher, totalClaimed: charged }]
  })
  const [first] = claims
  if (first === undefined) return null
  const entries = claims.map(({ voucher, totalClaimed }) => {
    return { channelId: voucher.channelId, voucherTotal: voucher.total, totalClaimed }
  })
  const signature = authorizer.sign(digests.claimBatch(entries))
  return {
    id,
    kind: "claim",
    channelIds: entries.map(({ channelId }) => channelId),
    amount: channels.reduce((sum, channel) => sum + unclaimedOf(channel), 0n),
    call: multicallOf([claimCall(claims, signature), settleCall(first.config.receiver, first.config.token)]),
    gas: GAS_OF_SETTLE + BigInt(claims.length) * GAS_OF_CLAIM,
    validUntilS: null,
    isIsolated: false,
  }
}

/** Transfers what refunds have claimed. */
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

import { type Channel, chargeId, depositOperationId } from "@/lib/x402/ledger/channels/channel"
import type { ChannelLedger } from "@/lib/x402/ledger/channels/channel-ledger"
import type { Ledger } from "@/lib/x402/ledger/ledger"

/** Whether a request proves that its sender has the key of this channel. */
export type KeyProof = (channel: Channel) => Promise<boolean>

export type ShownProof = {
  /** The total of a voucher that the key has signed. */
  readonly total: bigint
  /** The key of the vouchers, or the payer's wallet, has signed in for this request. */
  readonly isSignedIn: boolean
}

/**
 * A claim publishes the channel and its newest voucher in calldata, so these prove nothing. The key is proved by:
 *
 * - a sign-in for this request;
 * - a voucher above all that transactions of this service have published;
 * - a voucher of the total on the chain, unless it was sold. Claims name one unit less than their voucher, so nobody can copy
 *   this voucher. Clients that have lost their state continue from this total.
 */
export function keyProof({ ledger }: { readonly ledger: Pick<Ledger, "find"> }, shown: ShownProof): KeyProof {
  const { total, isSignedIn } = shown
  return async (channel) => {
    if (isSignedIn || total > channel.published) return true
    return total === channel.onChain.totalClaimed && (await ledger.find(chargeId(channel, total))) === null
  }
}

/**
 * Whether a request gets an answer again that was sold before: it proves the key, or it is the deposit that has bought this answer.
 * A deposit is charged when it is in a block, even if its request has given up by then, and a claim can follow at once. So its
 * header always fetches that one answer, as that of an `exact` payment does.
 */
export function resendProof(
  { channels }: { readonly channels: Pick<ChannelLedger, "findOperation"> },
  { voucher, deposit }: ShownDeposit,
  provesKey: KeyProof,
): KeyProof {
  return async (channel) => {
    if (await provesKey(channel)) return true
    const operation = await channels.findOperation(depositOperationId(channel.id, deposit.salt))
    return operation?.soldTotal === voucher.total
  }
}

type ShownDeposit = { readonly voucher: { readonly total: bigint }; readonly deposit: { readonly salt: `0x${string}` } }

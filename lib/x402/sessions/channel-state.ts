import type { ChannelChain, ChannelRead } from "@/lib/x402/chain/channels/channel-chain"
import type { ChannelConfig } from "@/lib/x402/chain/channels/channel-config"
import { type Clock, isOver } from "@/lib/domain/clock"
import { type Channel, publishedBy } from "@/lib/x402/ledger/channels/channel"
import type { ChannelLedger } from "@/lib/x402/ledger/channels/channel-ledger"
import { ChainUnavailableError } from "@/lib/x402/errors"
import { mirrorLifetimeMs } from "./check-channel"

export type ChannelStateOptions = {
  readonly channels: Pick<ChannelLedger, "find" | "add" | "sync">
  readonly chain: Pick<ChannelChain, "read">
  readonly network: string
  readonly clock: Clock
}

/** Channels of the ledger with their mirror of the chain. Methods reject with `ChainUnavailableError` on RPC faults. */
export type ChannelStates = {
  /** The channel from the ledger, or else from the chain; `null` when the channel has no deposit. */
  find(id: `0x${string}`, config: ChannelConfig): Promise<Channel | null>
  /** The channel from the ledger, or else from the chain, without a row: with or without a deposit. */
  look(id: `0x${string}`, config: ChannelConfig): Promise<Channel>
  /** The same; an unknown channel is added to the ledger. */
  findOrAdd(id: `0x${string}`, config: ChannelConfig): Promise<Channel>
  /** Reads the chain when the mirror is too old to rely on. */
  fresh(channel: Channel): Promise<Channel>
  /** Reads the chain now. */
  refresh(channel: Channel): Promise<Channel>
}

export function createChannelStates({ channels, chain, network, clock }: ChannelStateOptions): ChannelStates {
  async function read(id: `0x${string}`): Promise<ChannelRead> {
    try {
      return await chain.read(id)
    } catch (cause) {
      throw new ChainUnavailableError(cause)
    }
  }

  async function add(id: `0x${string}`, config: ChannelConfig, now: ChannelRead): Promise<Channel> {
    await channels.add({ id, network, config }, now, clock())
    const channel = await channels.find(id)
    if (channel === null) throw new Error(`The channel ${id} was not written.`)
    return channel
  }

  async function refresh(channel: Channel): Promise<Channel> {
    const readAtMs = clock()
    const now = await read(channel.id)
    await channels.sync(channel.id, now, readAtMs)
    const known = (await channels.find(channel.id)) ?? channel
    if (known.onChain.refundNonce > now.refundNonce) {
      throw new ChainUnavailableError(new Error("The node does not know the newest refund of the channel."))
    }
    return known
  }

  return {
    async find(id, config) {
      const known = await channels.find(id)
      if (known !== null) return known
      const now = await read(id)
      return now.balance === 0n ? null : add(id, config, now)
    },

    async look(id, config) {
      const known = await channels.find(id)
      if (known !== null) return known
      const syncedMs = clock()
      const onChain = await read(id)
      const nothing = {
        voucher: null,
        refundOperation: null,
        depositOperation: null,
        refundCharged: 0n,
        refunds: 0,
        openRefunds: 0n,
        unclaimedSinceMs: null,
        lost: 0n,
      }
      const { totalClaimed: charged } = onChain
      return { id, network, config, onChain, syncedMs, charged, published: publishedBy(charged), ...nothing }
    },

    async findOrAdd(id, config) {
      return (await channels.find(id)) ?? add(id, config, await read(id))
    },

    async fresh(channel) {
      const lengthMs = mirrorLifetimeMs(channel.config.withdrawDelayS)
      return isOver({ sinceMs: channel.syncedMs, lengthMs, nowMs: clock() }) ? refresh(channel) : channel
    },

    refresh,
  }
}

import type { ChannelChain, ChannelRead } from "@/lib/x402/chain/channels/channel-chain"
import { feeWeiOf } from "@/lib/x402/chain/transactions"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { Clock, Sleep } from "@/lib/domain/clock"
import type { ChannelLedger } from "@/lib/x402/ledger/channels/channel-ledger"

/** A channel that was used within this time is read regularly. */
const ACTIVE_CHANNEL_MS = 900_000
const MAX_ACTIVE_CHANNELS = 2_000
/**
 * How long after its block a transaction is looked up again, because a chain may drop a block. One whose nonce the chain has not
 * used is looked up however old it is.
 */
const REORGANISATION_MS = 120_000
const LAG_WAITS_MS = [50, 200, 500, 1_000]

export type ChannelMirrorOptions = {
  readonly channels: Pick<ChannelLedger, "watched" | "sync" | "minedSince" | "minedFrom" | "reopen" | "finish">
  readonly chain: Pick<ChannelChain, "read"> & Pick<UsdcChain, "blockHashAt" | "receipt" | "minedNonce">
  readonly account: { readonly address: `0x${string}` }
  readonly clock: Clock
  readonly sleep: Sleep
}

/** Updates the ledger's mirror of the chain. Methods reject on RPC faults. */
export type ChannelMirror = {
  /** Reads these channels, as of this block or a later one. */
  readonly update: (ids: readonly `0x${string}`[], blockNumber?: bigint) => Promise<void>
  readonly updateWatched: () => Promise<void>
  /** Transactions whose block is no longer part of the chain are `sent` again. Resolves with whether there are any. */
  readonly reopenDropped: () => Promise<boolean>
}

export function createChannelMirror({ channels, chain, account, clock, sleep }: ChannelMirrorOptions): ChannelMirror {
  async function update(ids: readonly `0x${string}`[], blockNumber = 0n): Promise<void> {
    await Promise.all(
      [...new Set(ids)].map(async (id) => {
        const { read, readAtMs } = await readSince(id, blockNumber)
        await channels.sync(id, read, readAtMs)
      }),
    )
  }

  /** A node of several may not have the block yet. */
  async function readSince(id: `0x${string}`, blockNumber: bigint) {
    let readAtMs = clock()
    let read: ChannelRead = await chain.read(id)
    for (const ms of LAG_WAITS_MS) {
      if (read.blockNumber >= blockNumber) break
      await sleep(ms)
      readAtMs = clock()
      read = await chain.read(id)
    }
    return { read, readAtMs }
  }

  return {
    update,

    async updateWatched() {
      const watched = await channels.watched(clock() - ACTIVE_CHANNEL_MS, MAX_ACTIVE_CHANNELS)
      await update(watched.map(({ id }) => id))
    },

    async reopenDropped() {
      let isAnyDropped = false
      const unused = { signer: account.address, nonce: await chain.minedNonce(account.address) }
      const recent = await channels.minedSince(clock() - REORGANISATION_MS)
      const all = new Map([...recent, ...(await channels.minedFrom(unused))].map((record) => [record.hash, record]))
      for (const record of all.values()) {
        if ((await chain.blockHashAt(record.blockNumber)) === record.blockHash) continue
        const receipt = await chain.receipt(record.hash)
        if (receipt === null) {
          await channels.reopen(record.hash, clock())
          isAnyDropped = true
        } else {
          const { blockNumber, blockHash, gasUsed } = receipt
          const fee = { gasUsed, feeWei: feeWeiOf(receipt) }
          await channels.finish({ hash: record.hash, blockNumber, blockHash, ...fee }, [], clock())
        }
      }
      return isAnyDropped
    },
  }
}

import type { Sleep } from "@/lib/domain/clock"

/** Orders the calls of one channel in this process. The ledger orders those of several processes. */
export type ChannelLocks = {
  isTaken(channelId: string): boolean
  /** Resolves when no other call of the channel computes its answer. The caller ends its turn with the result. */
  take(channelId: string): Promise<() => void>
  /** Resolves when a turn of the channel ends, or after a short time, because another process may have charged it. */
  wait(channelId: string): Promise<void>
}

/** How often the ledger is read for a charge by another process. */
const POLL_MS = 50

const nothing = (): void => undefined

export function createChannelLocks(sleep: Sleep): ChannelLocks {
  const last = new Map<string, Promise<void>>()

  return {
    isTaken: (channelId) => last.has(channelId),

    async take(channelId) {
      const before = last.get(channelId)
      let end = nothing
      const turn = new Promise<void>((resolve) => {
        end = resolve
      })
      const all = before === undefined ? turn : before.then(() => turn)
      last.set(channelId, all)
      void all.then(() => {
        if (last.get(channelId) === all) last.delete(channelId)
      })
      await before
      return end
    },

    async wait(channelId) {
      const running = last.get(channelId)
      await (running === undefined ? sleep(POLL_MS) : Promise.race([running, sleep(POLL_MS)]))
    },
  }
}

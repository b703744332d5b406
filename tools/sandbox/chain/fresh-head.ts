import { type SandboxClient, sandboxClient } from "@/lib/sandbox/chain/sandbox-client"

/**
 * Calls against "latest" run with the time of the last block, and an idle local chain has no new blocks: a signature
 * made after the last block would seem to be from the future. So the head is never much older than this.
 */
const HEAD_MAX_AGE_MS = 30_000

/** Mines an empty block now and whenever the head grows old. Returns the function that ends this. */
export async function keepHeadFresh(rpcUrl: string): Promise<() => void> {
  const client = sandboxClient(rpcUrl)
  await client.mine({ blocks: 1 })
  const timer = setInterval(() => {
    // The next interval repeats a failed attempt; a caller that needs the chain reports its error.
    void mineIfStale(client, Date.now()).catch(() => undefined)
  }, HEAD_MAX_AGE_MS / 2).unref()
  return () => clearInterval(timer)
}

/** Returns whether the head was old at `nowMs`. */
export async function mineIfStale(client: SandboxClient, nowMs: number): Promise<boolean> {
  const { timestamp } = await client.getBlock({ blockTag: "latest" })
  if (nowMs - Number(timestamp) * 1_000 < HEAD_MAX_AGE_MS / 2) return false
  await client.mine({ blocks: 1 })
  return true
}

import type { WebLocks } from "@/lib/client/browser/tab-lock"

/** Web Locks in memory. Each lock has one owner and a queue. */
export function createWebLocks(): WebLocks {
  const lines = new Map<string, Promise<unknown>>()
  return {
    async request(name, { ifAvailable = false, signal }, task) {
      const line = lines.get(name)
      if (line && ifAvailable) return task(null)
      const turn = (line ?? Promise.resolve()).then(() => (signal?.aborted ? undefined : task({ name })))
      const settled = turn.catch(() => undefined)
      lines.set(name, settled)
      void settled.then(() => lines.get(name) === settled && lines.delete(name))
      await Promise.race([turn, aborted(signal)])
    },
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))
}

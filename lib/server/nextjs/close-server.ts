import { once } from "node:events"
import type { Server } from "node:http"
import { closeConnectionsAfterResponse } from "./close-idle-connections"
import { singleton } from "./singleton"

type OpenServer = { current: Server | null }

/** The HTTP server of Next.js; `current` is `null` before its first connection. */
export function openServer(): OpenServer {
  return singleton<OpenServer>("http-server", () => ({ current: null }))
}

/** Accepts no more connections. Resolves when every request in flight is answered. */
export async function closeServer(): Promise<void> {
  const { current } = openServer()
  if (current === null) return
  closeConnectionsAfterResponse()
  const closed = once(current, "close")
  current.close()
  await closed
}

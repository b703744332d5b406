import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"

export type ProviderServer = {
  /** The value for `SOURCES_PROXY`. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Serves a `fetch` (usually that of the sandbox) as stand-in providers on this machine: `/HOST/PATH` answers like
 * `https://HOST/PATH`. A provider without a connection closes the socket.
 */
export async function startProviderServer(
  fetch: typeof globalThis.fetch,
  { port = 0 }: { readonly port?: number } = {},
): Promise<ProviderServer> {
  const server = createServer((incoming, outgoing) => {
    void answer(fetch, incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  const address = server.address()
  if (address === null || typeof address === "string") throw new TypeError("The server has no port.")
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  fetch: typeof globalThis.fetch,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const body = await buffer(incoming)
  const response = await fetch(`https:/${incoming.url ?? "/"}`, {
    method: incoming.method ?? "GET",
    ...(body.byteLength > 0 && { body: new Uint8Array(body) }),
  })
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(new Uint8Array(await response.arrayBuffer()))
}

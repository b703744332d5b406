import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export type CrossOriginSite = { readonly url: string; readonly stop: () => void }

/** A page on another origin than the service. `script`: a module that the page loads. */
export async function startCrossOriginSite(script = ""): Promise<CrossOriginSite> {
  const server = createServer(({ url }, response) => {
    const isScript = url === "/main.js"
    response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html")
    response.end(isScript ? script : '<h1>Other</h1><script type="module" src="/main.js"></script>')
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}

import type { Fetch } from "./ports"

/**
 * Sends each request for `https://HOST/PATH` to `PROXY/HOST/PATH`, with method, headers and body. For stand-in providers on
 * this machine. A redirect is not followed: it would leave the proxy.
 */
export function createProxiedFetch(proxyUrl: string, fetch: Fetch): Fetch {
  const prefix = proxyUrl.replace(/\/+$/, "")
  return async (input, init) => {
    const request = new Request(input, init)
    const { host, pathname, search } = new URL(request.url)
    const body = request.method === "GET" || request.method === "HEAD" ? null : await request.arrayBuffer()
    return fetch(`${prefix}/${host}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
      body,
      redirect: "manual",
      cache: "no-store",
      signal: request.signal,
    })
  }
}

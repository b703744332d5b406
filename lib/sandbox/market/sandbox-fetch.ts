import type { Clock } from "@/lib/domain/clock"
import type { Fault, Faults, Provider } from "./faults"
import { binance } from "./wire/binance"
import { coinbase } from "./wire/coinbase"
import { kraken } from "./wire/kraken"
import { json, type Responder } from "./wire/responder"
import type { World } from "./world"

const hosts: Readonly<Record<string, { readonly provider: Provider; readonly respond: Responder }>> = {
  "data-api.binance.vision": { provider: "binance", respond: binance },
  "api.exchange.coinbase.com": { provider: "coinbase", respond: coinbase },
  "api.kraken.com": { provider: "kraken", respond: kraken },
}

export type SandboxFetchOptions = { readonly world: World; readonly clock: Clock; readonly faults: Faults }

/**
 * A `fetch` whose internet is the simulated market: each provider answers in its own wire format, and fails as it is
 * told to. Any other host is out of reach, as without a network.
 */
export function createSandboxFetch({ world, clock, faults }: SandboxFetchOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const host = hosts[url.hostname]
    const fault = host === undefined ? undefined : faults.get(host.provider)
    if (host === undefined || fault?.kind === "down") throw new TypeError("fetch failed")
    if (fault?.kind === "latency") await delay(fault.latencyMs, request.signal)
    request.signal.throwIfAborted()
    const nowMs = clock() + (fault?.kind === "skew" ? fault.skewMs : 0)
    const answer = host.respond({ world, nowMs, url }) ?? json({ message: "not found" }, 404)
    return fault === undefined ? answer : broken(fault, answer)
  }
}

async function broken(fault: Fault, answer: Response): Promise<Response> {
  switch (fault.kind) {
    case "status": {
      const headers = fault.status === 429 ? { "retry-after": "60" } : {}
      return new Response(`{"message":"status ${fault.status}"}`, { status: fault.status, headers })
    }
    case "html":
      return new Response("<!doctype html><title>Just a moment…</title>", { headers: { "content-type": "text/html" } })
    case "truncated": {
      const text = await answer.text()
      return new Response(text.slice(0, Math.floor(text.length / 2)), answer)
    }
    case "drift":
      return json({ data: { schema: "v2", body: await answer.text() } })
    case "latency":
    case "skew":
    case "down":
      return answer
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}

import type { Clock } from "@/lib/domain/clock"
import { injectFault } from "./inject-fault"
import type { Fault, Faults } from "./faults"
import { providerOf } from "./providers"
import { json } from "./wire/responder"
import type { SimulatedMarket } from "./simulated-market"

type SandboxFetchOptions = {
  readonly market: SimulatedMarket
  readonly clock: Clock
  /** Read at every request. */
  readonly faults?: Faults
}

/**
 * A `fetch` that answers from the simulated market. Each provider uses its own wire format and can fail by configuration.
 * Any other host fails like without a network.
 */
export function createSandboxFetch({ market, clock, faults }: SandboxFetchOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const provider = providerOf[url.hostname]
    const fault = provider && faults?.get(provider.name)
    if (provider === undefined || fault?.kind === "down") throw new TypeError("fetch failed")
    if (fault?.kind === "latency") await delay(fault.latencyMs, request.signal)
    request.signal.throwIfAborted()
    const nowMs = providerTime(clock(), fault)
    const answer =
      provider.respond({ market, nowMs, url, body: await request.text() }) ?? json({ message: "NotFound" }, 404)
    return fault === undefined ? answer : injectFault(fault, answer)
  }
}

/** The provider's own clock. */
function providerTime(nowMs: number, fault: Fault | undefined): number {
  if (fault?.kind === "skew") return nowMs + fault.skewMs
  return fault?.kind === "stale" ? Math.min(nowMs, fault.atMs) : nowMs
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    if (signal.aborted) abort()
    signal.addEventListener("abort", abort, { once: true })
  })
}

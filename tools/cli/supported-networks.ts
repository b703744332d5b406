import { z } from "zod"
import type { Fetch } from "@/lib/outbound/ports"
import { readBody } from "@/lib/outbound/read-body"
import type { Authorize } from "@/lib/x402/remote/facilitator-auth"

const MAX_BYTES = 65_536
const TIMEOUT_MS = 5_000

const Supported = z.object({
  kinds: z.array(z.object({ x402Version: z.number(), scheme: z.string().max(64), network: z.string().max(64) })),
})

type Place = { readonly url: string; readonly authorize: Authorize }

/** Whether a facilitator can be reached and lists a network (CAIP-2). */
export async function checkFacilitator(
  at: Place,
  network: string,
  fetch: Fetch,
): Promise<{ readonly isFit: boolean; readonly says: string }> {
  const { host } = new URL(at.url)
  try {
    const networks = await exactNetworks(at, fetch)
    const says = `${host} settles exact payments on ${networks.join(", ") || "no network"}.`
    return { isFit: networks.includes(network), says }
  } catch (error) {
    const reason = error instanceof Error ? error.message : "no reason"
    return { isFit: false, says: `${host} does not say what it settles: ${reason}.` }
  }
}

/**
 * The networks for which a facilitator lists `exact`, version 2.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/x402-specification-v2.md (GET /supported)
 * @throws {Error} when it cannot be reached, or its reply is malformed
 */
async function exactNetworks(at: Place, fetch: Fetch): Promise<readonly string[]> {
  const url = `${at.url.replace(/\/+$/, "")}/supported`
  const response = await fetch(url, {
    headers: { Accept: "application/json", ...(await at.authorize("GET", url)) },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
  const { kinds } = Supported.parse(JSON.parse(await readBody(response, new URL(url).host, MAX_BYTES)))
  const exact = kinds.filter(({ x402Version, scheme }) => x402Version === 2 && scheme === "exact")
  return exact.map(({ network }) => network)
}

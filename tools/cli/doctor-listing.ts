import { z } from "zod"
import type { Config } from "@/lib/server/config/env"
import { listedResourcePaths } from "@/lib/endpoints/catalogue"
import { wellKnownX402 } from "@/lib/server/documents/discovery"
import { authorizing } from "@/lib/x402/remote/facilitator-auth"
import { failureReason } from "./failure-reason"
import { type Finding, found } from "./doctor-checks"
import { checkFacilitator } from "./supported-networks"

const TIMEOUT_MS = 10_000
/** Coinbase's catalogue drops a resource so long after the last settlement. */
const LISTED_MS = 30 * 86_400_000
const PAGE = 100

const Validation = z.object({
  valid: z.boolean(),
  simulation: z.object({ outcome: z.string() }).partial().optional(),
  preflight: z
    .array(z.object({ check: z.string(), passed: z.boolean(), severity: z.string(), detail: z.string().default("") }))
    .default([]),
})

const Listed = z.object({ resource: z.string(), lastUpdated: z.string().nullish() })
/** By payee (Coinbase), or all (the `bazaar` extension of the official packages). */
const Discovery = z.union([
  z.object({ resources: z.array(Listed) }).transform(({ resources }) => resources),
  z.object({ items: z.array(Listed) }).transform(({ items }) => items),
])

type Ask = (url: string, init?: RequestInit) => Promise<Response>

/**
 * What the facilitator of LISTING_FACILITATOR_URL says of this service: whether it settles on this network, whether it would list
 * each resource, and which ones it lists until when.
 *
 * @see https://docs.cdp.coinbase.com/x402/validate-endpoint
 */
export async function checkListing(config: Config, ask: Ask): Promise<readonly Finding[]> {
  const { listing, chain, origin } = config
  if (listing === null) return []
  const base = listing.url.replace(/\/+$/, "")
  const { isFit, says } = await checkFacilitator(
    { url: listing.url, authorize: authorizing(listing.credentials, Date.now) },
    chain.network,
    ask as typeof fetch,
  )
  const reachable = found("listing facilitator", isFit, says, "See LISTING_FACILITATOR_URL in .env.example.")
  if (!isFit) return [reachable]
  const { resources } = wellKnownX402({ ...config, network: chain.network, ownershipProof: null, origin })
  const listed = await attempt(() => listedBy(base, config.payTo, ask))
  const findings: Finding[] = [reachable]
  const paths = listedResourcePaths()
  for (const resource of resources.filter((url) => paths.includes(new URL(url).pathname))) {
    const validation = await attempt(() => validate(base, resource, ask))
    findings.push(findingOf(resource, validation, listed))
    // The others would be refused for the same reason.
    if ("error" in validation && "error" in listed) break
  }
  return findings
}

type Attempt<T> = { readonly value: T } | { readonly error: string }

async function attempt<T>(read: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await read() }
  } catch (cause) {
    return { error: failureReason(cause) }
  }
}

async function validate(base: string, resource: string, ask: Ask): Promise<z.output<typeof Validation>> {
  const response = await ask(`${base}/validate`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ resource, method: "GET" }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`/validate answered ${response.status}`)
  return Validation.parse(await response.json())
}

/** Last update, by the URL without its query. */
async function listedBy(base: string, payTo: string, ask: Ask): Promise<ReadonlyMap<string, number | null>> {
  const init = { signal: AbortSignal.timeout(TIMEOUT_MS) }
  let response = await ask(`${base}/discovery/merchant?payTo=${payTo}&limit=${PAGE}`, init)
  if (response.status === 404) response = await ask(`${base}/discovery/resources?limit=${PAGE}`, init)
  if (!response.ok) throw new Error(`/discovery answered ${response.status}`)
  const entries = Discovery.parse(await response.json())
  return new Map(
    entries.map(({ resource, lastUpdated }) => {
      const ms = Date.parse(lastUpdated ?? "")
      return [withoutQuery(resource), Number.isNaN(ms) ? null : ms]
    }),
  )
}

function findingOf(
  resource: string,
  validation: Attempt<z.output<typeof Validation>>,
  listed: Attempt<ReadonlyMap<string, number | null>>,
): Finding {
  const what = `listing of ${new URL(resource).pathname}`
  const [valid, isValid] = validationWords(validation)
  const [entry, isListed] = listedWords(resource, listed)
  const mend = !isValid
    ? "Ask the facilitator's validation for this URL; PUBLIC_ORIGIN must be reachable from outside."
    : "The next sale of this resource goes to the facilitator, and lists it."
  return {
    what,
    state: isValid && isListed ? "ok" : "warn",
    says: `${entry}; ${valid}`,
    mend: isValid && isListed ? "" : mend,
  }
}

function validationWords(validation: Attempt<z.output<typeof Validation>>): readonly [string, boolean] {
  if ("error" in validation) return [`validation cannot be asked: ${validation.error}`, true]
  const { valid, simulation, preflight } = validation.value
  const failed = preflight
    .filter(({ passed }) => !passed)
    .map(({ check, severity, detail }) => `${check} (${severity}) ${detail}`)
  const words = valid ? `valid${simulation?.outcome === undefined ? "" : `, ${simulation.outcome}`}` : "not valid"
  return [[words, ...failed].join("; "), valid]
}

function listedWords(
  resource: string,
  listed: Attempt<ReadonlyMap<string, number | null>>,
): readonly [string, boolean] {
  if ("error" in listed) return [`the catalogue cannot be asked: ${listed.error}`, false]
  const updatedMs = listed.value.get(withoutQuery(resource))
  if (updatedMs === undefined) return ["not listed", false]
  if (updatedMs === null) return ["listed", true]
  return [`listed until ${new Date(updatedMs + LISTED_MS).toISOString().slice(0, 10)} without another sale there`, true]
}

function withoutQuery(url: string): string {
  return url.split("?")[0] ?? url
}

import { groupBy } from "@/lib/domain/group-by"
import type { Probe } from "./probe"
import type { Outcome } from "./run-probes"

type Red = { readonly probe: Pick<Probe, "provider">; readonly outcome: Pick<Outcome, "says"> }

/** What is known about a provider that refuses machines, beyond the kind of its error. */
const OF_PROVIDER: Readonly<Record<string, string>> = {
  okx: "OKX serves some countries by us.okx.com alone; the adapter asks that host after 403 or 451, so neither serves this address",
  cboe: "Cboe redirects its files to another host; a proxy must follow redirects of cdn.cboe.com",
  yahoo: "Yahoo refuses addresses of clouds with 429; the other sources of its series replace it",
  fred: "FRED lets requests hang whose User-Agent imitates a browser; ours is plain, so a proxy must not replace it. FRED_API_KEY uses its API instead",
  bls: "BLS refuses requests without a contact: set CONTACT. It refuses many clouds even so; the shipped schedule replaces it",
  "sec-edgar": "The SEC refuses requests without a contact: set CONTACT",
  coingecko: "Without COINGECKO_API_KEY two requests a minute are allowed; set the free key",
  gdelt:
    "GDELT refuses for a quarter of an hour after two requests that are too close; stop a service beside this command and wait",
}

const BY_KIND: Readonly<Record<string, string>> = {
  geo_block: "this address is refused by region: run from another region",
  auth: "this address is refused, mostly because it belongs to a cloud or a country: run from another network",
  rate_limited: "too many requests from this address: wait, and stop other services at the same address",
  network: "the host could not be reached: check DNS, firewall and proxy for it",
  timeout: "the host did not answer in time: check firewall and proxy, and run the command again",
  not_found: "the address or the series has moved: run with --record and report the folder",
  upstream_text_error:
    "a page came instead of data, mostly of a bot check: run from another address, or with --record to report it",
  schema: "the form of the answer has changed: run with --record and report the folder",
  internal: "an error of this service: report it with its text",
}

/** Providers that are read with a key, and its variable. */
const KEY_OF: Readonly<Record<string, string>> = {
  coingecko: "COINGECKO_API_KEY",
  fred: "FRED_API_KEY",
  sosovalue: "SOSOVALUE_API_KEY",
}

/** Faults that another provider's answer makes bearable. */
const REFUSED: ReadonlySet<string> = new Set(["geo_block", "auth"])

/** What an operator can do about an answer that is not usable. `hasNext`: another provider gives the same. */
export function remedyOf({ probe, outcome }: Red, hasNext: boolean): string {
  if (outcome === null) return `with a licence or written permission add ${probe.provider} to SOURCES_LICENSED`
  const kind = /^(\w+):/.exec(outcome.says)?.[1] ?? ""
  const known = OF_PROVIDER[probe.provider]
  const key = kind === "auth" ? KEY_OF[probe.provider] : undefined
  if (key !== undefined) return `the key is missing, wrong, or not of this plan: set ${key}`
  const instead = hasNext
    ? ", or leave the provider to the next one in its list"
    : "; no other provider of this profile answered the same"
  const general =
    (BY_KIND[kind] ?? "the content is too short or too old: run the command again later") +
    (REFUSED.has(kind) ? instead : "")
  return known === undefined || kind === "schema" || kind === "internal" ? general : `${general}. ${known}`
}

type Answered = {
  readonly probe: Pick<Probe, "provider" | "what">
  readonly outcome: Pick<Outcome, "says" | "isUsable"> | null
}

const TOKEN_LISTS: ReadonlySet<string> = new Set(["pairs", "trending"])

/** Whether a provider answers the question of another one. Either list of tokens is enough for a scan. */
function isInstead(other: Answered["probe"], { provider, what }: Answered["probe"]): boolean {
  return other.provider !== provider && (other.what === what || [other.what, what].every((one) => TOKEN_LISTS.has(one)))
}

/** Each provider's answers that are not usable: its first fault, the questions, and what to do. A provider mostly fails for one reason. */
export function remedyLines(answers: readonly Answered[]): readonly string[] {
  const red = new Map<string, { provider: string; says: string; remedy: string; questions: string[] }>()
  for (const { probe, outcome } of answers) {
    if (outcome === null || outcome.isUsable) continue
    const hasNext = answers.some((other) => other.outcome?.isUsable === true && isInstead(other.probe, probe))
    const remedy = remedyOf({ probe, outcome }, hasNext)
    const key = `${probe.provider}: ${remedy}`
    const known = red.get(key) ?? { provider: probe.provider, says: outcome.says, remedy, questions: [] }
    known.questions.push(probe.what)
    red.set(key, known)
  }
  return [...red.values()].map(
    ({ provider, says, remedy, questions }) => `  ${provider} (${questions.join(", ")}): ${says}\n    → ${remedy}`,
  )
}

/** What the profile leaves out, by provider, and how to read it; empty if it reads everything. */
export function excludedLines(answers: readonly Answered[]): readonly string[] {
  const excluded = groupBy(
    answers.flatMap(({ probe, outcome }) => (outcome === null ? [probe] : [])),
    ({ provider }) => provider,
  )
  if (excluded.length === 0) return []
  const read = new Set(answers.flatMap(({ probe, outcome }) => (outcome === null ? [] : [probe.provider])))
  const named = excluded.map((probes) => {
    const [{ provider }] = probes
    return read.has(provider) ? `${provider} (${probes.map(({ what }) => what).join(", ")})` : provider
  })
  return [
    `Not read in this profile: ${named.join(", ")}\n    → SOURCES_LICENSED names those that you have a licence or a written permission of`,
  ]
}

import { lastDayOf, SHIPPED_TABLES } from "@/lib/domain/calendar/shipped-tables"
import { RELEASE_SCHEDULE_UNTIL_MS } from "@/lib/domain/calendar/release-schedule"
import type { Probe } from "./probe"
import type { Outcome } from "./run-probes"

type Answered = { readonly probe: Pick<Probe, "provider" | "what">; readonly outcome: Pick<Outcome, "isUsable"> | null }

/** Endpoints and the probes of which at least one must be usable. */
const NEEDS: readonly { readonly endpoints: string; readonly oneOf: (probe: Answered["probe"]) => boolean }[] = [
  { endpoints: "/signal, /risk, /regime, /market/overview", oneOf: ({ what }) => what.startsWith("candles 4h") },
  { endpoints: "/signal, /risk, /market/overview (price)", oneOf: ({ what }) => what.startsWith("price ") },
  { endpoints: "/market/etf", oneOf: ({ what }) => what.startsWith("ETF flows") },
  { endpoints: "/institutions", oneOf: ({ what }) => what === "treasuries" },
  { endpoints: "/yields, /defi/recommend", oneOf: ({ what }) => what === "pools" },
  { endpoints: "/dex/alpha", oneOf: ({ what }) => what === "pairs" || what === "trending" },
  {
    endpoints: "/geo/alert, /geo/events",
    oneOf: ({ provider, what }) =>
      (provider === "gdelt" && what === "headlines") || what === "event file" || what === "article list",
  },
]

const DATA_PUBLISHERS = new Set(["bls calendar", "fred releases", "forexfactory calendar"])

function isUsable(answers: readonly Answered[], oneOf: (probe: Answered["probe"]) => boolean): boolean {
  return answers.some(({ probe, outcome }) => outcome?.isUsable === true && oneOf(probe))
}

function hasPublisher(answers: readonly Answered[]): boolean {
  return isUsable(answers, ({ provider, what }) => DATA_PUBLISHERS.has(`${provider} ${what}`))
}

/** The endpoints that cannot be sold with these outcomes, one line each. */
export function unsoldEndpoints(answers: readonly Answered[], nowMs: number): readonly string[] {
  const unsold = NEEDS.filter(({ oneOf }) => !isUsable(answers, oneOf)).map(({ endpoints }) => endpoints)
  return hasPublisher(answers) || nowMs < RELEASE_SCHEDULE_UNTIL_MS ? unsold : [...unsold, "/events"]
}

/** The endpoints that are sold with a part missing that no other provider gives, one line each. */
export function partEndpoints(answers: readonly Answered[], nowMs: number): readonly string[] {
  return hasPublisher(answers) || nowMs >= RELEASE_SCHEDULE_UNTIL_MS
    ? []
    : [`/events: only CPI, NFP and FOMC days, from the shipped schedule that ends on ${lastDayOf(SHIPPED_TABLES[0])}`]
}

/**
 * Exit code: 0 if every answer is usable, 1 if some are not and every product is still sold, 2 if a product cannot be sold. Products
 * that the profile leaves out do not count.
 */
export function exitCodeOf(answers: readonly Answered[], nowMs: number): 0 | 1 | 2 {
  if (answers.every(({ outcome }) => outcome?.isUsable ?? true)) return 0
  const excluded = excludedEndpoints(answers, nowMs)
  return unsoldEndpoints(answers, nowMs).some((endpoint) => !excluded.has(endpoint)) ? 2 : 1
}

/** Endpoints that this profile does not sell, whatever its providers answer. */
export function excludedEndpoints(answers: readonly Answered[], nowMs: number): ReadonlySet<string> {
  const best = answers.map(({ probe, outcome }) => ({ probe, outcome: outcome && { isUsable: true } }))
  return new Set(unsoldEndpoints(best, nowMs))
}

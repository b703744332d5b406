import { type Contract, isPaid, type PaidContract } from "@/lib/api/contract"
import { lastDayOf, SHIPPED_TABLES } from "@/lib/domain/calendar/shipped-tables"
import { RELEASE_SCHEDULE_UNTIL_MS } from "@/lib/domain/calendar/release-schedule"
import type { InputName } from "@/lib/domain/freshness"
import { catalogue } from "@/lib/endpoints/catalogue"
import type { Probe } from "./probe"
import type { Outcome } from "./run-probes"

type Answered = { readonly probe: Pick<Probe, "provider" | "what">; readonly outcome: Pick<Outcome, "isUsable"> | null }

type Asked = Answered["probe"]

const isNews = ({ provider, what }: Asked): boolean =>
  (provider === "gdelt" && what === "headlines") || what === "event file" || what === "article list"

/** The probes of which one must be usable, so that an input can be read. */
const PROBES_OF: Readonly<Record<Exclude<InputName, "calendar">, (probe: Asked) => boolean>> = {
  price: ({ what }) => what.startsWith("price "),
  "1h": ({ what }) => what.startsWith("candles 1h "),
  "4h": ({ what }) => what.startsWith("candles 4h "),
  "1d": ({ what }) => what.startsWith("candles 1d "),
  openInterest: ({ what }) => what.startsWith("open interest ") && !what.startsWith("open interest 1d "),
  fearGreed: ({ what }) => what === "fear & greed",
  dominance: ({ what }) => what === "dominance",
  etfFlows: ({ what }) => what.startsWith("ETF flows "),
  options: ({ what }) => what.startsWith("options "),
  marketOdds: ({ what }) => what.startsWith("event contracts "),
  treasuries: ({ what }) => what === "treasuries",
  pools: ({ what }) => what === "pools",
  trust: ({ what }) => what === "protocols and hacks",
  tokens: ({ what }) => what === "pairs" || what === "trending",
  news: isNews,
  newsPoll: isNews,
}

/** Endpoints that are sold while their own inputs are known. A brief and a watch have none. */
const PRODUCTS = (catalogue as readonly Contract[]).filter(isPaid).filter(({ freshness }) => freshness.needs.length > 0)

const DATA_PUBLISHERS = new Set(["bls calendar", "fred releases", "forexfactory calendar"])

function isUsable(answers: readonly Answered[], oneOf: (probe: Answered["probe"]) => boolean): boolean {
  return answers.some(({ probe, outcome }) => outcome?.isUsable === true && oneOf(probe))
}

function hasPublisher(answers: readonly Answered[]): boolean {
  return isUsable(answers, ({ provider, what }) => DATA_PUBLISHERS.has(`${provider} ${what}`))
}

function inputsOf({ freshness: { needs, atClose = [] } }: Pick<PaidContract, "freshness">): readonly InputName[] {
  return [...needs, ...atClose]
}

/** The inputs of products that cannot be read with these outcomes. */
function missingInputs(answers: readonly Answered[], nowMs: number): ReadonlySet<InputName> {
  const isKnown = (input: InputName) =>
    input === "calendar"
      ? hasPublisher(answers) || nowMs < RELEASE_SCHEDULE_UNTIL_MS
      : isUsable(answers, PROBES_OF[input])
  return new Set(PRODUCTS.flatMap(inputsOf).filter((input) => !isKnown(input)))
}

/** The endpoints that cannot be sold with these outcomes. */
export function unsoldEndpoints(answers: readonly Answered[], nowMs: number): readonly string[] {
  const missing = missingInputs(answers, nowMs)
  return PRODUCTS.filter((product) => inputsOf(product).some((input) => missing.has(input))).map(({ path }) => path)
}

/** The endpoints that are sold with a part missing that no other provider gives, one line each. */
export function partEndpoints(answers: readonly Answered[], nowMs: number): readonly string[] {
  return hasPublisher(answers) || nowMs >= RELEASE_SCHEDULE_UNTIL_MS
    ? []
    : [`/events: only CPI, NFP and FOMC days, from the shipped schedule that ends on ${lastDayOf(SHIPPED_TABLES[0])}`]
}

/**
 * Exit code: 0 if every answer is usable, 1 if some are not and every product is still sold, 2 if a product cannot be sold. Inputs
 * that the profile does not read do not count.
 */
export function exitCodeOf(answers: readonly Answered[], nowMs: number): 0 | 1 | 2 {
  if (answers.every(({ outcome }) => outcome?.isUsable ?? true)) return 0
  const excluded = missingInputs(atBest(answers), nowMs)
  return [...missingInputs(answers, nowMs)].some((input) => !excluded.has(input)) ? 2 : 1
}

/** Endpoints that this profile does not sell, whatever its providers answer. */
export function excludedEndpoints(answers: readonly Answered[], nowMs: number): ReadonlySet<string> {
  return new Set(unsoldEndpoints(atBest(answers), nowMs))
}

function atBest(answers: readonly Answered[]): readonly Answered[] {
  return answers.map(({ probe, outcome }) => ({ probe, outcome: outcome && { isUsable: true } }))
}

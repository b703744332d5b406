import type { CalendarSource } from "./calendar-entry"

/** 1 low, 2 medium, 3 high: expect volatility. */
export type Importance = 1 | 2 | 3

export type EventCategory = "economic" | "monetary_policy" | "crypto"

type KindFacts = {
  readonly name: string
  readonly importance: Importance
  readonly category: EventCategory
  /** The publisher that sets the date. */
  readonly official: CalendarSource | null
}

/** Known kinds of events with their short name and usual importance (methodology, economic calendar). */
export const eventKinds = {
  FOMC: { name: "FOMC decision", importance: 3, category: "monetary_policy", official: "fed" },
  FOMC_MINUTES: { name: "FOMC minutes", importance: 2, category: "monetary_policy", official: "fed" },
  FED_CHAIR_SPEECH: { name: "Fed chair speech", importance: 2, category: "monetary_policy", official: null },
  FED_SPEECH: { name: "Fed speech", importance: 1, category: "monetary_policy", official: null },
  BEIGE_BOOK: { name: "Beige Book", importance: 1, category: "monetary_policy", official: "fed" },
  CPI: { name: "CPI", importance: 3, category: "economic", official: "bls" },
  NFP: { name: "NFP", importance: 3, category: "economic", official: "bls" },
  PCE: { name: "PCE price index", importance: 3, category: "economic", official: "bea" },
  PPI: { name: "PPI", importance: 2, category: "economic", official: "bls" },
  GDP: { name: "GDP", importance: 2, category: "economic", official: "bea" },
  JOLTS: { name: "JOLTS", importance: 2, category: "economic", official: "bls" },
  RETAIL_SALES: { name: "Retail sales", importance: 2, category: "economic", official: null },
  ISM_MANUFACTURING: { name: "ISM manufacturing PMI", importance: 2, category: "economic", official: null },
  ISM_SERVICES: { name: "ISM services PMI", importance: 2, category: "economic", official: null },
  JOBLESS_CLAIMS: { name: "Jobless claims", importance: 2, category: "economic", official: null },
  ADP: { name: "ADP employment", importance: 1, category: "economic", official: null },
  INDUSTRIAL_PRODUCTION: { name: "Industrial production", importance: 1, category: "economic", official: "fed" },
  OPTIONS_EXPIRY: { name: "BTC and ETH options expiry", importance: 1, category: "crypto", official: "deribit" },
  DIFFICULTY: { name: "Bitcoin difficulty adjustment", importance: 1, category: "crypto", official: "mempool" },
} as const satisfies Record<string, KindFacts>

export type EventKind = keyof typeof eventKinds

/** In this order: the first pattern that a title matches names its kind. */
const patterns: readonly (readonly [RegExp, EventKind])[] = [
  [/options expiry$/i, "OPTIONS_EXPIRY"],
  [/bitcoin difficulty/i, "DIFFICULTY"],
  [/minutes/i, "FOMC_MINUTES"],
  [/\bchair(man|woman)?\b.*(speaks|testif)|(speech|testimony) - chair(man|woman)?\b/i, "FED_CHAIR_SPEECH"],
  [/fomc member|(speech|testimony|discussion) - |\b(governor|fed)\b.*speaks/i, "FED_SPEECH"],
  [/\bfomc\b|federal funds rate/i, "FOMC"],
  [/beige book/i, "BEIGE_BOOK"],
  [/\badp\b/i, "ADP"],
  [/^employment situation(?! of veterans)|non-?farm (employment change|payrolls)|^unemployment rate/i, "NFP"],
  [/unemployment claims|jobless claims|unemployment insurance weekly/i, "JOBLESS_CLAIMS"],
  [/job openings|\bjolts\b/i, "JOLTS"],
  [/\bpce\b|personal income and outlays|personal consumption expenditures/i, "PCE"],
  [/\bcpi\b|consumer price index/i, "CPI"],
  [/\bppi\b|producer price ind/i, "PPI"],
  [/\bgdp\b|gross domestic product/i, "GDP"],
  [/retail sales|advance monthly sales for retail/i, "RETAIL_SALES"],
  [/ism (services|non-manufacturing)/i, "ISM_SERVICES"],
  [/ism manufacturing/i, "ISM_MANUFACTURING"],
  [/industrial production/i, "INDUSTRIAL_PRODUCTION"],
]

/** Regional or derived editions carry the words of the release that moves markets, and do not move them. */
const REGIONAL =
  /\b(state|states|county|counties|metropolitan|regional|industry|industries|territor|puerto rico|guam)\b/i
/** The estimate itself may be published with its parts: `GDP (Third Estimate), Industries, State GDP`. */
const GDP_ESTIMATE = /^(gdp|gross domestic product)\b.*\bestimate\b/i
const NO_EVENT = /^(bank )?holiday|bank holiday|^[A-Z]\.\d+\b(?!.*industrial production)/i

/**
 * The kind of a published title: a known kind, `OTHER`, or `null` for entries that are not events (holidays, the
 * Federal Reserve's routine statistical tables).
 */
export function kindOf(title: string): EventKind | "OTHER" | null {
  if (NO_EVENT.test(title.trim())) return null
  if (GDP_ESTIMATE.test(title.trim())) return "GDP"
  if (REGIONAL.test(title)) return "OTHER"
  return patterns.find(([pattern]) => pattern.test(title.trim()))?.[1] ?? "OTHER"
}

import { type Coin, COINS } from "@/lib/domain/market/coin"

/** The condition of a watch. The buyer sets the levels, such as the stop of an owned answer. */
export type Condition =
  | { readonly kind: "direction"; readonly coin: Coin }
  | { readonly kind: "above" | "below" | "wick"; readonly coin: Coin; readonly price: number }
  | { readonly kind: "outside"; readonly coin: Coin; readonly low: number; readonly high: number }
  | { readonly kind: "changed" | "back"; readonly resource: string }
  | { readonly kind: "range"; readonly coin: Coin }
  | { readonly kind: DerivativeKind; readonly coin: Coin; readonly percent: number }
  | { readonly kind: "regime" | "critical" }

/**
 * `percent` is a rate in 8 h, a change in 24 h, a percentile of the hours of 30 days, or one of the days of a year: then a
 * negative one means at or below.
 */
export type DerivativeKind = "funding" | "open_interest" | "liquidations" | "implied_volatility"

/** The values of now that those conditions compare, over all venues; `null`: unknown. */
export type DerivativeFacts = Readonly<Record<DerivativeKind, number | null>>

/** The facts at one time. `null`: unknown now, so nothing is decided. */
export type AlertFacts = {
  readonly prices: Readonly<Record<Coin, number | null>>
  /** Direction of the newest sealed call. It is compared and never published. */
  readonly directions: Readonly<Record<Coin, string | null>>
  /** Version and status of each resource. */
  readonly resources: Readonly<Record<string, { readonly version: number; readonly isCurrent: boolean }>>
  /** The 80% range of 24 hours of the newest sealed call. It is compared and never published. */
  readonly ranges: Readonly<Record<Coin, { readonly low: number; readonly high: number } | null>>
  /** Low and high of the newest closed 1h candle. */
  readonly candles: Readonly<Record<Coin, { readonly low: number; readonly high: number } | null>>
  readonly derivatives: Readonly<Record<Coin, DerivativeFacts>>
  readonly regime: string | null
  /** Ids of the active critical geopolitical events. */
  readonly critical: readonly string[] | null
}

/** The last known state of a condition, as text; `null` before the first one. */
export type ConditionState = string | null

export const MAX_CONDITIONS = 10

/** Parses `above:BTC:120000`; `null` for anything else. `resources`: the keys of `GET /api/versions`. */
export function parseCondition(text: string, resources: readonly string[]): Condition | null {
  if (text === "regime" || text === "critical") return { kind: text }
  const [kind, subject = "", ...rest] = text.split(":")
  if (kind === "changed" || kind === "back") {
    return rest.length === 0 && resources.includes(subject) ? { kind, resource: subject } : null
  }
  const coin = COINS.find((one) => one === subject)
  if (coin === undefined) return null
  if (kind === "range") return rest.length === 0 ? { kind, coin } : null
  if (kind === "implied_volatility" && coin === "SOL") return null
  if (kind === "funding" || kind === "open_interest" || kind === "liquidations" || kind === "implied_volatility") {
    const percent = rest.length === 1 ? parsePercent(rest[0] ?? "", BOUNDS[kind]) : null
    return percent === null ? null : { kind, coin, percent }
  }
  const numbers = rest.map(parsePrice)
  const [first, second] = numbers
  if (kind === "direction" && numbers.length === 0) return { kind, coin }
  if ((kind === "above" || kind === "below" || kind === "wick") && numbers.length === 1 && first) {
    return { kind, coin, price: first }
  }
  if (kind === "outside" && numbers.length === 2 && first && second && first < second) {
    return { kind, coin, low: first, high: second }
  }
  return null
}

/** What is beyond these is more likely a mistake than a level. */
const BOUNDS = {
  funding: { least: -5, most: 5 },
  open_interest: { least: -90, most: 1_000 },
  liquidations: { least: 50, most: 100 },
  implied_volatility: { least: -99, most: 99 },
} as const satisfies Record<DerivativeKind, { readonly least: number; readonly most: number }>

/** Parses conditions with commas between them. Each is in the result once. */
export function parseConditions(
  text: string,
  resources: readonly string[],
): { readonly conditions: readonly string[] } | { readonly problem: string } {
  const texts = new Set<string>()
  for (const part of text.split(",")) {
    const condition = parseCondition(part, resources)
    if (condition === null) return { problem: `"${part.slice(0, 50)}" is not a condition` }
    texts.add(conditionText(condition))
  }
  return texts.size > MAX_CONDITIONS ? { problem: `at most ${MAX_CONDITIONS}` } : { conditions: [...texts] }
}

/** The kinds of parsed conditions. */
export function kindsOf(texts: readonly string[]): ReadonlySet<Condition["kind"]> {
  return new Set(texts.map((text) => text.split(":")[0] as Condition["kind"]))
}

/** The text that `parseCondition` reads. */
export function conditionText(condition: Condition): string {
  switch (condition.kind) {
    case "direction":
      return `direction:${condition.coin}`
    case "above":
    case "below":
    case "wick":
      return `${condition.kind}:${condition.coin}:${condition.price}`
    case "outside":
      return `outside:${condition.coin}:${condition.low}:${condition.high}`
    case "range":
      return `range:${condition.coin}`
    case "funding":
    case "open_interest":
    case "liquidations":
    case "implied_volatility":
      return `${condition.kind}:${condition.coin}:${condition.percent}`
    case "changed":
    case "back":
      return `${condition.kind}:${condition.resource}`
    case "regime":
    case "critical":
      return condition.kind
  }
}

/**
 * Compares a condition with the facts. An alert is due when the state changes to the one that the condition waits for; the first
 * state is only remembered, so a price that is beyond its level at the start raises an alert only after it has come back.
 */
export function evaluateCondition(
  condition: Condition,
  before: ConditionState,
  facts: AlertFacts,
): { readonly state: ConditionState; readonly isDue: boolean } {
  const state = stateOf(condition, facts)
  if (state === null) return { state: before, isDue: false }
  if (before === null || before === state) return { state, isDue: false }
  return { state, isDue: isAwaited(condition, before, state) }
}

function stateOf(condition: Condition, facts: AlertFacts): ConditionState {
  const { prices, directions, resources } = facts
  switch (condition.kind) {
    case "direction":
      return directions[condition.coin]
    case "above":
      return sideOf(prices[condition.coin], (price) => price >= condition.price)
    case "below":
      return sideOf(prices[condition.coin], (price) => price <= condition.price)
    case "wick": {
      const candle = facts.candles[condition.coin]
      if (candle === null) return null
      return candle.low <= condition.price && condition.price <= candle.high ? "met" : "not met"
    }
    case "outside":
      return sideOf(prices[condition.coin], (price) => price < condition.low || price > condition.high)
    case "range": {
      const range = facts.ranges[condition.coin]
      return range && sideOf(prices[condition.coin], (price) => price < range.low || price > range.high)
    }
    case "funding":
    case "open_interest":
    case "liquidations": {
      const { kind, coin, percent } = condition
      return sideOf(facts.derivatives[coin][kind], (value) => (percent < 0 ? value <= percent : value >= percent))
    }
    case "implied_volatility": {
      const { kind, coin, percent } = condition
      return sideOf(facts.derivatives[coin][kind], (value) => (percent < 0 ? value <= -percent : value >= percent))
    }
    case "changed": {
      const resource = resources[condition.resource]
      return resource?.isCurrent ? String(resource.version) : null
    }
    case "back": {
      const resource = resources[condition.resource]
      return resource === undefined ? null : resource.isCurrent ? "met" : "not met"
    }
    case "regime":
      return facts.regime
    case "critical":
      return facts.critical?.toSorted().join() ?? null
  }
}

function sideOf(value: number | null, isMet: (value: number) => boolean): ConditionState {
  if (value === null) return null
  return isMet(value) ? "met" : "not met"
}

function isAwaited({ kind }: Condition, before: string, state: string): boolean {
  switch (kind) {
    case "direction":
    case "regime":
    case "changed":
      return true
    case "critical": {
      const known = new Set(before.split(","))
      return state !== "" && state.split(",").some((id) => !known.has(id))
    }
    case "above":
    case "below":
    case "wick":
    case "outside":
    case "range":
    case "funding":
    case "open_interest":
    case "liquidations":
    case "implied_volatility":
    case "back":
      return state === "met"
  }
}

function parsePrice(text: string): number | null {
  return /^\d{1,9}(?:\.\d{1,8})?$/.test(text) && Number(text) > 0 ? Number(text) : null
}

function parsePercent(text: string, { least, most }: { readonly least: number; readonly most: number }): number | null {
  const value = /^-?\d{1,4}(?:\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN
  return value !== 0 && value >= least && value <= most ? value : null
}

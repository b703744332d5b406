import { percentOf } from "@/lib/client/format/number"
import { readTypedNumber } from "@/lib/client/format/typed-number"
import { derivativeText } from "@/lib/domain/alerts/alert-message"
import {
  type AlertFacts,
  type Condition,
  type DerivativeKind,
  evaluateCondition,
  parseCondition,
} from "@/lib/domain/alerts/condition"
import type { Coin } from "@/lib/domain/market/coin"

/** One condition as it is typed. Fields that its kind does not use keep their text. */
export type ConditionDraft = {
  readonly id: number
  readonly kind: Condition["kind"]
  readonly coin: Coin
  /** The level, the lower one of a range, or a percentage. */
  readonly price: string
  readonly high: string
  /** A key of `GET /api/versions`: `/signal/BTC`. */
  readonly resource: string
  /** The condition that the reader confirmed although its level is far from the price. */
  readonly confirmed?: string
}

/** In the order of the list. */
export const kindNames: Readonly<Record<Condition["kind"], string>> = {
  above: "Price above",
  below: "Price below",
  wick: "Wick of an hour touches",
  outside: "Price leaves a range",
  direction: "Direction changes",
  range: "Price leaves the 24h range of the call",
  funding: "Funding in 8h reaches",
  open_interest: "Open interest changes in 24h by",
  liquidations: "Liquidation burst: percentile of 30 days",
  implied_volatility: "Implied volatility: percentile of a year",
  regime: "Market regime changes",
  critical: "New critical geopolitical event",
  changed: "New version of an answer",
  back: "Answer back on sale",
}

export type DraftResult =
  | { readonly text: string }
  | { readonly problem: string }
  /** A level that may be a typing error: the reader confirms it. */
  | { readonly doubt: string; readonly text: string }

/** The condition in the form of the API, or the errors of the draft. `price`: of its coin now; `null`: unknown. Pure. */
export function readDraft(draft: ConditionDraft, price: number | null): DraftResult {
  const text = textOf(draft)
  const condition = parseCondition(text, [draft.resource])
  if (condition === null) {
    const isUnclear = [draft.price, draft.high].some((typed) => readTypedNumber(typed, "dollars").kind === "ambiguous")
    if (hasPercent(draft.kind)) return { problem: PERCENT_PROBLEMS[draft.kind] }
    if (isUnclear && hasLevels(draft.kind)) return { problem: "Choose which number you mean." }
    if (draft.kind === "outside") return { problem: "Enter two prices in dollars, the lower one first." }
    return { problem: "Enter a price in dollars, such as 105000." }
  }
  const far = levelsIn(condition).find((level) => price !== null && isFar(level, price))
  if (price === null || far === undefined || draft.confirmed === text) return { text }
  const share = Math.abs(far / price - 1)
  const side = far < price ? "below" : "above"
  return { doubt: `${draft.coin} is at ${dollars(price)}: ${dollars(far)} is ${percentOf(share)} ${side} it.`, text }
}

/** More than half away is more likely a slip of the finger than a level. */
function isFar(level: number, price: number): boolean {
  return Math.abs(level / price - 1) > 0.5
}

const PERCENT_PROBLEMS = {
  funding: "Enter a rate from −5 to 5 percent, such as 0.05 or −0.01.",
  open_interest: "Enter a change in percent, such as 5 or −10.",
  liquidations: "Enter a percentile from 50 to 100, such as 99.",
  implied_volatility: "Enter a percentile from 1 to 99, −10 for at or below 10. BTC and ETH have one.",
} as const

/** Whether a condition has a number in percent. */
export function hasPercent(kind: Condition["kind"]): kind is DerivativeKind {
  return kind in PERCENT_PROBLEMS
}

/** `-0.05` for `−0,05 %`; empty for other text. A percentage has no thousands. */
function percentDigits(text: string): string {
  const { sign = "", number = "" } =
    /^(?<sign>[-−]?)\s*(?<number>\d{1,4}(?:[.,]\d{1,4})?)\s*%?$/.exec(text.trim())?.groups ?? {}
  return number === "" ? "" : (sign === "" ? "" : "-") + number.replace(",", ".")
}

function hasLevels(kind: Condition["kind"]): boolean {
  return kind === "above" || kind === "below" || kind === "wick" || kind === "outside"
}

function levelsIn(condition: Condition): readonly number[] {
  if (condition.kind === "outside") return [condition.low, condition.high]
  return "price" in condition ? [condition.price] : []
}

const NO_COIN = { BTC: null, ETH: null, SOL: null }
const NOTHING = { funding: null, open_interest: null, liquidations: null, implied_volatility: null }
const NO_DERIVATIVES = { BTC: NOTHING, ETH: NOTHING, SOL: NOTHING }

/** What is true before the payment, and when the alert fires then; `null`: nothing is met yet, or it is unknown. Pure. */
export function alreadyMet(text: string, facts: Pick<AlertFacts, "prices" | "resources">): string | null {
  const condition = parseCondition(text, Object.keys(facts.resources))
  if (condition === null) return null
  const none = {
    directions: NO_COIN,
    ranges: NO_COIN,
    candles: NO_COIN,
    derivatives: NO_DERIVATIVES,
    regime: null,
    critical: null,
  }
  if (evaluateCondition(condition, null, { ...none, ...facts }).state !== "met") return null
  switch (condition.kind) {
    case "above":
    case "below": {
      const price = dollars(facts.prices[condition.coin] ?? condition.price)
      const back = condition.kind === "above" ? "below" : "above"
      return `${condition.coin} is already ${condition.kind} ${dollars(condition.price)} (${price}). The alert fires after the price was ${back} it and comes back.`
    }
    case "outside": {
      const range = `${dollars(condition.low)} to ${dollars(condition.high)}`
      return `${condition.coin} is already outside ${range}. The alert fires after the price was inside and leaves it again.`
    }
    case "back":
      return `${resourceName(condition.resource)} is on sale now. The alert fires after the next outage ends.`
    case "wick":
    case "direction":
    case "range":
    case "funding":
    case "open_interest":
    case "liquidations":
    case "implied_volatility":
    case "regime":
    case "critical":
    case "changed":
      return null
  }
}

function textOf({ kind, coin, price, high, resource }: ConditionDraft): string {
  switch (kind) {
    case "direction":
    case "range":
      return `${kind}:${coin}`
    case "funding":
    case "open_interest":
    case "liquidations":
    case "implied_volatility":
      return `${kind}:${coin}:${percentDigits(price)}`
    case "above":
    case "below":
    case "wick":
      return `${kind}:${coin}:${digits(price)}`
    case "outside":
      return `${kind}:${coin}:${digits(price)}:${digits(high)}`
    case "changed":
    case "back":
      return `${kind}:${resource}`
    case "regime":
    case "critical":
      return kind
  }
}

/** `105000` for `$105,000`; empty if the text has no single reading. */
function digits(text: string): string {
  const typed = readTypedNumber(text, "dollars")
  return typed.kind === "number" ? typed.value : ""
}

/** A stored condition in words; one of an unknown form stays as it is. Pure. */
export function conditionLabel(text: string): string {
  const condition = parseCondition(text, [text.slice(text.indexOf(":") + 1)])
  return condition === null ? text : labelOf(condition)
}

function labelOf(condition: Condition): string {
  switch (condition.kind) {
    case "direction":
      return `${condition.coin} direction changes`
    case "above":
    case "below":
      return `${condition.coin} ${condition.kind} ${dollars(condition.price)}`
    case "wick":
      return `${condition.coin}: a wick touches ${dollars(condition.price)}`
    case "outside":
      return `${condition.coin} leaves ${dollars(condition.low)} to ${dollars(condition.high)}`
    case "range":
      return `${condition.coin} leaves the 24h range of its call`
    case "funding":
    case "open_interest":
    case "liquidations":
    case "implied_volatility":
      return derivativeText(condition)
    case "changed":
      return `New version of ${resourceName(condition.resource)}`
    case "back":
      return `${resourceName(condition.resource)} back on sale`
    case "regime":
    case "critical":
      return kindNames[condition.kind]
  }
}

function dollars(price: number): string {
  return `$${price.toLocaleString("en-US", { maximumFractionDigits: 8 })}`
}

/** `signal BTC` for `/signal/BTC`, `market etf BTC` for `/market/etf?asset=BTC`. */
export function resourceName(resource: string): string {
  return resource.slice(1).replace(/\/|\?\w+=/g, " ")
}

import { type Condition, parseCondition } from "@/lib/domain/alerts/condition"
import type { Coin } from "@/lib/domain/market/coin"

/** One condition as it is typed. Fields that its kind does not use keep their text. */
export type ConditionDraft = {
  readonly id: number
  readonly kind: Condition["kind"]
  readonly coin: Coin
  /** The level, or the lower one of a range. */
  readonly price: string
  readonly high: string
  /** A key of `GET /api/versions`: `/signal/BTC`. */
  readonly resource: string
}

/** In the order of the list. */
export const kindNames: Readonly<Record<Condition["kind"], string>> = {
  above: "Price above",
  below: "Price below",
  outside: "Price leaves a range",
  direction: "Direction changes",
  regime: "Market regime changes",
  critical: "New critical geopolitical event",
  changed: "New version of an answer",
  back: "Answer back on sale",
}

export type DraftResult = { readonly text: string } | { readonly problem: string }

/** The condition in the form of the API, or the errors of the draft. Pure. */
export function readDraft(draft: ConditionDraft): DraftResult {
  const text = textOf(draft)
  if (parseCondition(text, [draft.resource]) !== null) return { text }
  if (draft.kind === "outside") return { problem: "Enter two prices in dollars, the lower one first." }
  return { problem: "Enter a price in dollars, such as 105000." }
}

function textOf({ kind, coin, price, high, resource }: ConditionDraft): string {
  switch (kind) {
    case "direction":
      return `${kind}:${coin}`
    case "above":
    case "below":
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

/** `105000` for `$105,000`. */
function digits(text: string): string {
  return text.replace(/[$,\s]/g, "")
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
    case "outside":
      return `${condition.coin} leaves ${dollars(condition.low)} to ${dollars(condition.high)}`
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

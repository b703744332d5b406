import type { Coin } from "@/lib/domain/market/coin"
import { round } from "@/lib/domain/round"
import type { Condition } from "./condition"

/** The text for people: the condition that is met, and the link to its page. */
export type AlertMessage = { readonly title: string; readonly path: string }

/** The coin and the levels of a condition about a price; `null`: the condition names no price. */
function levelsOf(condition: Condition): { readonly coin: Coin; readonly levels: readonly number[] } | null {
  if ("price" in condition) return { coin: condition.coin, levels: [condition.price] }
  return "low" in condition ? { coin: condition.coin, levels: [condition.low, condition.high] } : null
}

/** The coin whose price of now belongs to the message; `null`: the condition names no price. */
export function pricedCoin(condition: Condition): Coin | null {
  return levelsOf(condition)?.coin ?? null
}

/** Where the price is while the message is sent, which may be long after the condition was met. */
export type AlertNow = {
  readonly price_usd: number
  /** The nearest level of the condition. */
  readonly level_usd: number
  /** The price is so many percent above the level; negative: below. */
  readonly from_level_percent: number
}

/** `null`: the condition names no price, or the price is unknown. */
export function alertNow(condition: Condition, priceUsd: number | null): AlertNow | null {
  const levels = levelsOf(condition)?.levels
  if (priceUsd === null || levels === undefined) return null
  const percent = (level: number) => 100 * (priceUsd / level - 1)
  const nearest = levels.reduce((a, b) => (Math.abs(percent(b)) < Math.abs(percent(a)) ? b : a))
  return { price_usd: priceUsd, level_usd: nearest, from_level_percent: round(percent(nearest), 2) }
}

/** The text for people. `now`: `null` when it is unknown or does not belong to the condition. */
export function alertMessage(condition: Condition, now: AlertNow | null): AlertMessage {
  switch (condition.kind) {
    case "direction":
      return { title: `${condition.coin}: the direction has changed`, path: `/coins/${condition.coin}` }
    case "above":
    case "below":
      return {
        title: `${condition.coin} went ${condition.kind} ${dollars(condition.price)}${nowText(now)}`,
        path: `/coins/${condition.coin}`,
      }
    case "wick":
      return {
        title: `${condition.coin}: a wick of the last hour touched ${dollars(condition.price)}${nowText(now)}`,
        path: `/coins/${condition.coin}`,
      }
    case "outside":
      return {
        title: `${condition.coin} has left ${dollars(condition.low)} to ${dollars(condition.high)}${nowText(now)}`,
        path: `/coins/${condition.coin}`,
      }
    case "range":
      return {
        title: `${condition.coin} has left the 24h range of its newest call`,
        path: `/coins/${condition.coin}`,
      }
    case "funding":
    case "open_interest":
    case "liquidations":
    case "implied_volatility":
      return { title: derivativeText(condition), path: `/coins/${condition.coin}` }
    case "regime":
      return { title: "The market regime has changed", path: "/regime" }
    case "critical":
      return { title: "A critical geopolitical event", path: "/geo" }
    case "changed":
      return { title: `${condition.resource} has a new version`, path: pageOf(condition.resource) }
    case "back":
      return { title: `${condition.resource} is back on sale`, path: pageOf(condition.resource) }
  }
}

/** `BTC funding at or above 0.05% in 8h`. */
export function derivativeText({ kind, coin, percent }: Extract<Condition, { readonly percent: number }>): string {
  if (kind === "liquidations") return `${coin} liquidations of an hour at or above percentile ${percent} of 30 days`
  const side = percent < 0 ? "at or below" : "at or above"
  if (kind === "implied_volatility")
    return `${coin} implied volatility ${side} percentile ${Math.abs(percent)} of its year`
  const level = `${percent < 0 ? "−" : ""}${Math.abs(percent)}%`
  return kind === "funding" ? `${coin} funding ${side} ${level} in 8h` : `${coin} open interest ${side} ${level} in 24h`
}

/** `, now $120,350, +0.29% from $120,000`. */
function nowText(now: AlertNow | null): string {
  if (now === null) return ""
  const percent = Math.abs(now.from_level_percent).toFixed(2)
  const sign = now.from_level_percent < 0 ? "−" : "+"
  return `, now ${dollars(now.price_usd)}, ${sign}${percent}% from ${dollars(now.level_usd)}`
}

function dollars(price: number): string {
  return `$${price.toLocaleString("en-US", { maximumFractionDigits: 8 })}`
}

const PAGES: Readonly<Record<string, string>> = { market: "/markets", yields: "/defi" }

/** The page with the panel of a resource: `/coins/BTC` for `/signal/BTC`. */
function pageOf(resource: string): string {
  const [, first = "", second = ""] = resource.split("?")[0]?.split("/") ?? []
  if (first === "signal" || first === "context" || first === "risk" || first === "volatility") return `/coins/${second}`
  return PAGES[first] ?? `/${first}`
}

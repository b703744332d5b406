import type { Coin } from "@/lib/domain/market/coin"
import type { Condition } from "./condition"

/** The text for people: the condition that is met, and the link to its page. */
export type AlertMessage = { readonly title: string; readonly path: string }

/** The coin whose price of now belongs to the message; `null`: the condition names no price. */
export function pricedCoin(condition: Condition): Coin | null {
  return condition.kind === "above" || condition.kind === "below" || condition.kind === "outside"
    ? condition.coin
    : null
}

/** @param nowUsd the price while the message is sent, which may be long after the condition was met; `null`: unknown */
export function alertMessage(condition: Condition, nowUsd: number | null): AlertMessage {
  switch (condition.kind) {
    case "direction":
      return { title: `${condition.coin}: the direction has changed`, path: `/coins/${condition.coin}` }
    case "above":
    case "below":
      return {
        title: `${condition.coin} went ${condition.kind} ${dollars(condition.price)}${nowText([condition.price], nowUsd)}`,
        path: `/coins/${condition.coin}`,
      }
    case "outside":
      return {
        title: `${condition.coin} has left ${dollars(condition.low)} to ${dollars(condition.high)}${nowText([condition.low, condition.high], nowUsd)}`,
        path: `/coins/${condition.coin}`,
      }
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

/** `, now $120,350, +0.29% from $120,000`: the distance from the nearest level. */
function nowText(levels: readonly number[], nowUsd: number | null): string {
  if (nowUsd === null) return ""
  const distance = (level: number) => nowUsd / level - 1
  const nearest = levels.reduce((a, b) => (Math.abs(distance(b)) < Math.abs(distance(a)) ? b : a))
  const percent = (100 * distance(nearest)).toFixed(2).replace("-", "−")
  return `, now ${dollars(nowUsd)}, ${percent.startsWith("−") ? "" : "+"}${percent}% from ${dollars(nearest)}`
}

function dollars(price: number): string {
  return `$${price.toLocaleString("en-US", { maximumFractionDigits: 8 })}`
}

const PAGES: Readonly<Record<string, string>> = { market: "/markets", yields: "/defi" }

/** The page with the panel of a resource: `/coins/BTC` for `/signal/BTC`. */
function pageOf(resource: string): string {
  const [, first = "", second = ""] = resource.split("?")[0]?.split("/") ?? []
  if (first === "signal" || first === "context" || first === "risk") return `/coins/${second}`
  return PAGES[first] ?? `/${first}`
}

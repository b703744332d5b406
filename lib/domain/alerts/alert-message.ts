import type { Condition } from "./condition"

/** The text for people: the condition that is met, and the link to its page. */
export type AlertMessage = { readonly title: string; readonly path: string }

export function alertMessage(condition: Condition): AlertMessage {
  switch (condition.kind) {
    case "direction":
      return { title: `${condition.coin}: the direction has changed`, path: `/coins/${condition.coin}` }
    case "above":
    case "below":
      return {
        title: `${condition.coin} is ${condition.kind} ${dollars(condition.price)}`,
        path: `/coins/${condition.coin}`,
      }
    case "outside":
      return {
        title: `${condition.coin} has left ${dollars(condition.low)} to ${dollars(condition.high)}`,
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

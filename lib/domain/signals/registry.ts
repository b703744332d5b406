import type { Indicator } from "./indicator"
import { macro } from "./macro"
import { sentiment } from "./sentiment"
import { technical } from "./technical"
import { trend } from "./trend"

/** The 25 indicators, in the order in which they are shown. The engine, the answers and the tests read this list. */
export const indicators: readonly Indicator[] = [...sentiment, ...technical, ...trend, ...macro]

/** `technical.rsi_14`, as answers name it. */
export function idOf({ category, name }: Pick<Indicator, "category" | "name">): string {
  return `${category}.${name}`
}

import type { Indicator } from "./indicator"
import { macro } from "./macro"
import { sentiment } from "./sentiment"
import { technical } from "./technical"
import { trend } from "./trend"

/** The indicators in their order of display. Engine, answers and tests read this list. */
export const indicators: readonly Indicator[] = [...sentiment, ...technical, ...trend, ...macro]

/** Identifier in answers, such as `technical.rsi_14`. */
export function idOf({ category, name }: Pick<Indicator, "category" | "name">): string {
  return `${category}.${name}`
}

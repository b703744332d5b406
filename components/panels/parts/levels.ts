import type { ResponseOf } from "@/lib/api/contract"
import type { signalContract } from "@/lib/endpoints/signal/contract"

export type Level = { readonly name: string; readonly price: number; readonly tone: "stop" | "entry" | "target" }

/** The levels of a signal or plan in reading order. Empty without a direction. */
export function levelsOf({ levels }: Pick<ResponseOf<typeof signalContract>, "levels">): readonly Level[] {
  if (!levels) return []
  return [
    { name: "Stop", price: levels.stop_loss, tone: "stop" },
    { name: "Entry", price: levels.entry, tone: "entry" },
    { name: "Target 1", price: levels.take_profit_1, tone: "target" },
    { name: "Target 2", price: levels.take_profit_2, tone: "target" },
    { name: "Target 3", price: levels.take_profit_3, tone: "target" },
  ]
}

/** Distance from the entry in multiples of the distance to the stop: `1.5`, `2`. */
export function multipleOfRisk(levels: readonly Level[], price: number): string {
  const priceOf = (tone: Level["tone"]) => levels.find((level) => level.tone === tone)?.price ?? price
  const entry = priceOf("entry")
  const risk = Math.abs(entry - priceOf("stop"))
  return risk === 0 ? "–" : (Math.abs(price - entry) / risk).toFixed(1).replace(/\.0$/, "")
}

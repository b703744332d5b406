import type { Direction } from "@/lib/domain/signals/direction"

/** Direction as a shape, so that color is never the only signal. */
export type Lean = "up" | "down" | "flat"

export const glyphs = { up: "▲", down: "▼", flat: "■" } as const satisfies Record<Lean, string>

/** `STRONG_LONG` is `Strong long`. */
export function directionWords(direction: Direction): string {
  const text = direction.replace("_", " ").toLowerCase()
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

export function leanOfDirection(direction: Direction): Lean {
  if (direction.endsWith("LONG")) return "up"
  return direction.endsWith("SHORT") ? "down" : "flat"
}

export function leanOfVote(vote: "long" | "short" | "neutral"): Lean {
  return vote === "long" ? "up" : vote === "short" ? "down" : "flat"
}

/** `OVERSOLD` and `OVERBOUGHT` say nothing about direction. */
export function leanOfSummary(summary: "BULLISH" | "BEARISH" | "OVERSOLD" | "OVERBOUGHT" | "MIXED"): Lean {
  return summary === "BULLISH" ? "up" : summary === "BEARISH" ? "down" : "flat"
}

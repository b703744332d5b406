/** Three ways in which everything that points somewhere is written, so that colour is never the only one. */
export type Lean = "up" | "down" | "flat"

export const glyphs = { up: "▲", down: "▼", flat: "■" } as const satisfies Record<Lean, string>

type Direction = "STRONG_LONG" | "LONG" | "LEAN_LONG" | "NEUTRAL" | "LEAN_SHORT" | "SHORT" | "STRONG_SHORT"

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

/** `BULLISH` and `OVERSOLD` are words about the market, not both about its direction. */
export function leanOfSummary(summary: "BULLISH" | "BEARISH" | "OVERSOLD" | "OVERBOUGHT" | "MIXED"): Lean {
  return summary === "BULLISH" ? "up" : summary === "BEARISH" ? "down" : "flat"
}

import type { Direction } from "@/lib/domain/signals/direction"

/** Direction as a shape, so that color is never the only signal. */
export type BadgeDirection = "up" | "down" | "flat"

export const glyphs = { up: "▲", down: "▼", flat: "■" } as const satisfies Record<BadgeDirection, string>

/** `STRONG_LONG` is `Strong long`. */
export function directionWords(direction: Direction): string {
  const text = direction.replace("_", " ").toLowerCase()
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

export function badgeDirectionOf(direction: Direction): BadgeDirection {
  if (direction.endsWith("LONG")) return "up"
  return direction.endsWith("SHORT") ? "down" : "flat"
}

export function badgeDirectionOfVote(vote: "long" | "short" | "neutral"): BadgeDirection {
  return vote === "long" ? "up" : vote === "short" ? "down" : "flat"
}

/** `OVERSOLD` and `OVERBOUGHT` say nothing about direction. */
export function badgeDirectionOfSummary(
  summary: "BULLISH" | "BEARISH" | "OVERSOLD" | "OVERBOUGHT" | "MIXED",
): BadgeDirection {
  return summary === "BULLISH" ? "up" : summary === "BEARISH" ? "down" : "flat"
}

/** The seven classes of a vote score, from very bullish to very bearish. */
export const DIRECTIONS = [
  "STRONG_LONG",
  "LONG",
  "LEAN_LONG",
  "NEUTRAL",
  "LEAN_SHORT",
  "SHORT",
  "STRONG_SHORT",
] as const

export type Direction = (typeof DIRECTIONS)[number]

/** 1 long, −1 short, 0 neither. */
export type Side = -1 | 0 | 1

const NEUTRAL_RANK = DIRECTIONS.indexOf("NEUTRAL")

/** The side of a class, leans included. */
export function sideOf(direction: Direction): Side {
  const rank = DIRECTIONS.indexOf(direction)
  return rank < NEUTRAL_RANK ? 1 : rank > NEUTRAL_RANK ? -1 : 0
}

/** The class that is `steps` away from NEUTRAL on the given side. */
export function directionAt(side: Side, steps: number): Direction {
  return DIRECTIONS[NEUTRAL_RANK - side * steps] ?? "NEUTRAL"
}

/** Steps between a class and NEUTRAL: 1 for a lean, 3 for a strong class. */
export function stepsFromNeutral(direction: Direction): number {
  return Math.abs(DIRECTIONS.indexOf(direction) - NEUTRAL_RANK)
}

/** The next class towards NEUTRAL. */
export function downgrade(direction: Direction): Direction {
  return directionAt(sideOf(direction), Math.max(0, stepsFromNeutral(direction) - 1))
}

/** Limits short classes to LEAN_SHORT. */
export function capShort(direction: Direction): Direction {
  return sideOf(direction) < 0 ? "LEAN_SHORT" : direction
}

/** True for the classes that are scored as calls. Leans are reported separately. */
export function isDirectional(direction: Direction): boolean {
  return stepsFromNeutral(direction) > 1
}

/** The classes that propose a trade, and NEUTRAL for all others. */
export type TradeDirection = Exclude<Direction, "LEAN_LONG" | "LEAN_SHORT">

/** A lean proposes no trade. */
export function tradeDirectionOf(direction: Direction): TradeDirection {
  return direction === "LEAN_LONG" || direction === "LEAN_SHORT" ? "NEUTRAL" : direction
}

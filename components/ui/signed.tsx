import type { BadgeDirection } from "@/lib/client/format/direction"
import { DirectionBadge } from "./direction-badge"

type SignedProps = { readonly value: number | null | undefined; readonly format: (value: number) => string }

/** A signed change as glyph, sign and colour. Unknown is a dash; a value that rounds to zero is flat. */
export function Signed({ value, format }: SignedProps) {
  if (value === null || value === undefined) return <span className="muted">–</span>
  const text = format(value)
  return <DirectionBadge direction={directionOf(value, text)}>{text}</DirectionBadge>
}

function directionOf(value: number, text: string): BadgeDirection {
  if (!/[1-9]/.test(text)) return "flat"
  return value > 0 ? "up" : "down"
}

import type { Lean } from "@/lib/client/format/direction"
import { DirectionBadge } from "./direction-badge"

type SignedProps = { readonly value: number | null | undefined; readonly format: (value: number) => string }

/** A signed change as glyph, sign and colour. Unknown is a dash; a value that rounds to zero is flat. */
export function Signed({ value, format }: SignedProps) {
  if (value === null || value === undefined) return <span className="muted">–</span>
  const text = format(value)
  return <DirectionBadge lean={leanOf(value, text)}>{text}</DirectionBadge>
}

function leanOf(value: number, text: string): Lean {
  if (!/[1-9]/.test(text)) return "flat"
  return value > 0 ? "up" : "down"
}

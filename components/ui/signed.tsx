import type { Lean } from "@/lib/client/format/direction"
import { LeanMark } from "./lean-mark"

type SignedProps = { readonly value: number | null | undefined; readonly format: (value: number) => string }

/** A change: glyph, sign and colour together. Unknown is a dash. */
export function Signed({ value, format }: SignedProps) {
  if (value === null || value === undefined) return <span className="muted">–</span>
  return <LeanMark lean={leanOf(value)}>{format(value)}</LeanMark>
}

function leanOf(value: number): Lean {
  return value > 0 ? "up" : value < 0 ? "down" : "flat"
}

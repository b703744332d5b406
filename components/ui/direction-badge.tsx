import { glyphs, type Lean } from "@/lib/client/format/direction"

/** A direction as glyph, colour and word. */
export function DirectionBadge({ lean, children }: { readonly lean: Lean; readonly children: string }) {
  return (
    <span className="lean" data-lean={lean}>
      <span className="lean-glyph" aria-hidden="true">
        {glyphs[lean]}
      </span>{" "}
      {children}
    </span>
  )
}

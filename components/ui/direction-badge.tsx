import { glyphs, type BadgeDirection } from "@/lib/client/format/direction"

/** A direction as glyph, colour and word. */
export function DirectionBadge({
  direction,
  children,
}: {
  readonly direction: BadgeDirection
  readonly children: string
}) {
  return (
    <span className="direction" data-direction={direction}>
      <span className="direction-glyph" aria-hidden="true">
        {glyphs[direction]}
      </span>{" "}
      {children}
    </span>
  )
}

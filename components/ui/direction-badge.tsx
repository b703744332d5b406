import { glyphs, type BadgeDirection } from "@/lib/client/format/direction"

/** A direction as glyph, colour and word. */
export function DirectionBadge({
  direction,
  isMuted = false,
  children,
}: {
  readonly direction: BadgeDirection
  /** A direction on which nothing is to be done. */
  readonly isMuted?: boolean
  readonly children: string
}) {
  return (
    <span className="direction" data-direction={isMuted ? "flat" : direction}>
      <span className="direction-glyph" aria-hidden="true">
        {glyphs[direction]}
      </span>{" "}
      {children}
    </span>
  )
}

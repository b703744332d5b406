import type { ReactNode } from "react"

/** Not every browser makes a scrolling box focusable, so this one is focusable explicitly. */
const reachable = { tabIndex: 0 } as const

type ScrollRegionProps = {
  readonly label: string
  readonly className: string
  /** The width of the content, passed to the style sheet as the font size, see `.table-wide`. */
  readonly needsRem?: number
  readonly children: ReactNode
}

/** A scrollable box with an accessible name. */
export function ScrollRegion({ label, className, needsRem, children }: ScrollRegionProps) {
  const style = needsRem === undefined ? undefined : { fontSize: `${needsRem}rem` }
  return (
    <section className={className} aria-label={label} style={style} {...reachable}>
      {children}
    </section>
  )
}

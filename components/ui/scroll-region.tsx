import type { ReactNode } from "react"

/** Browsers differ on whether a scrolling box can be reached by keyboard; this one can, everywhere. */
const reachable = { tabIndex: 0 } as const

type ScrollRegionProps = {
  readonly label: string
  readonly className: string
  /** How wide its content is: what is told to the style sheet as the font size, see `.table-wide`. */
  readonly needsRem?: number
  readonly children: ReactNode
}

/** A box with more in it than it shows. */
export function ScrollRegion({ label, className, needsRem, children }: ScrollRegionProps) {
  const style = needsRem === undefined ? undefined : { fontSize: `${needsRem}rem` }
  return (
    <section className={className} aria-label={label} style={style} {...reachable}>
      {children}
    </section>
  )
}

import type { ReactNode } from "react"

/** Browsers differ on whether a scrolling box can be reached by keyboard; this one can, everywhere. */
const reachable = { tabIndex: 0 } as const

type ScrollRegionProps = { readonly label: string; readonly className: string; readonly children: ReactNode }

/** A box with more in it than it shows. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section className={className} aria-label={label} {...reachable}>
      {children}
    </section>
  )
}

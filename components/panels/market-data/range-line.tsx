import type { PlotCone } from "@/components/charts/cone-shades"
import type { ReactNode } from "react"
import { useTimes } from "@/lib/client/browser/use-times"
import { useNow } from "@/lib/client/browser/use-now"
import { rangeText } from "./cone-ranges"
import { rangePlace } from "@/components/panels/parts/range-place"

export type LiveBand = PlotCone & {
  /** `24h` */
  readonly name: string
  /** Where the price left the band; `null`: it has stayed inside. */
  readonly exit: { readonly atMs: number; readonly price: number } | null
}

type RangeLineProps = {
  readonly bands: readonly LiveBand[]
  readonly price: number | null
  /** What stands here without bands. */
  readonly children: ReactNode
}

/** The owned bands against the live price. The line has its place before a purchase, too. */
export function RangeLine({ bands, price, children }: RangeLineProps) {
  const times = useTimes()
  const nowMs = useNow()
  return (
    <ul className="range-line" aria-label="Owned 80% bands against the price">
      {bands.length === 0 ? <li>{children}</li> : null}
      {bands.map(({ name, atMs, exit, ...range }) => {
        const isOver = nowMs >= atMs
        const place = price === null ? "" : rangePlace(range, price)
        return (
          <li key={name} data-left={exit !== null || (!isOver && place !== "" && !place.startsWith("inside"))}>
            <b>{name}</b> {rangeText(range)}
            <strong>{isOver ? "ended" : place}</strong>
            {exit === null ? null : <span className="muted">left {times.short(exit.atMs, nowMs)}</span>}
          </li>
        )
      })}
    </ul>
  )
}

type PriceRange = { readonly low: number; readonly high: number }

/** The 80% range at a future time, with the 50% and 95% ranges where they are known. */
export type PlotCone = PriceRange & {
  readonly atMs: number
  readonly range50?: PriceRange
  readonly range95?: PriceRange
}

type ConeShadesProps = {
  /** The last price. */
  readonly start: { readonly atMs: number; readonly price: number }
  /** By time. */
  readonly cones: readonly PlotCone[]
  /** The cone is an illustration and is blurred. */
  readonly isBlurred?: boolean
  readonly x: (atMs: number) => number
  readonly y: (price: number) => number
}

/** Nested cones in an SVG, the widest first. Each has a fill and a line style of its own, so they do not depend on colour. */
export function ConeShades({ start, cones, isBlurred = false, x, y }: ConeShadesProps) {
  const shades = {
    95: cones.flatMap(({ atMs, range95 }) => (range95 ? [{ atMs, ...range95 }] : [])),
    80: cones,
    50: cones.flatMap(({ atMs, range50 }) => (range50 ? [{ atMs, ...range50 }] : [])),
  }
  return ([95, 80, 50] as const)
    .filter((share) => shades[share].length > 0)
    .map((share) => {
      const highs = shades[share].map(({ atMs, high }) => `L${x(atMs)} ${y(high)}`)
      const lows = shades[share].toReversed().map(({ atMs, low }) => `L${x(atMs)} ${y(low)}`)
      return (
        <path
          className="candles-cone"
          data-share={share}
          data-blurred={isBlurred || undefined}
          key={share}
          d={`M${x(start.atMs)} ${y(start.price)}${highs.join("")}${lows.join("")}Z`}
        />
      )
    })
}

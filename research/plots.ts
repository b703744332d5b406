type Point = readonly [x: number, y: number]

const [WIDTH, HEIGHT, MARGIN] = [900, 320, 48]
/** Space for the names at the ends of the lines. */
const NAMES = 150
const GRID = "#e4e9ef"
const COLOURS = ["#0b62d6", "#9a6b00"] as const

/** Lines over time on a logarithmic scale, each named beside its end. Empty without two points. */
export function linePlot(lines: readonly { readonly name: string; readonly points: readonly Point[] }[]): string {
  const all = lines.flatMap(({ points }) => points)
  if (all.length < 2) return "<p>Too short a history for a plot.</p>"
  const [left, right] = extent(all.map(([time]) => time))
  const [low, high] = extent(all.map(([, value]) => Math.log(value)))
  const x = (time: number) => place(time, [left, right], [MARGIN, WIDTH - NAMES])
  const y = (value: number) => place(Math.log(value), [low, high], [HEIGHT - MARGIN, 16])
  const paths = lines.map(({ name, points }, index) => {
    const colour = COLOURS[index % COLOURS.length]
    const path = points.map(([time, value]) => `${x(time)},${y(value)}`).join(" ")
    const end = points.at(-1)?.[1] ?? 1
    return (
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${path}"/>` +
      `<text x="${WIDTH - NAMES + 6}" y="${y(end) + 4}" fill="${colour}">${name} ×${end.toFixed(1)}</text>`
    )
  })
  const years = yearsBetween(left, right).map((year) => {
    const at = x(Date.UTC(year, 0, 1))
    return `<line x1="${at}" x2="${at}" y1="16" y2="${HEIGHT - MARGIN}" stroke="${GRID}"/><text x="${at}" y="${HEIGHT - 28}" text-anchor="middle">${year}</text>`
  })
  const values = doublings(low, high).map((value) => {
    const at = y(value)
    return `<line x1="${MARGIN}" x2="${WIDTH - NAMES}" y1="${at}" y2="${at}" stroke="${GRID}"/><text x="4" y="${at + 4}">×${value}</text>`
  })
  return frame("Equity as a multiple of the start, logarithmic", [...years, ...values, ...paths])
}

/** Observed against stated probability with 95% intervals. Points on the diagonal are calibrated. */
export function reliabilityPlot(
  bins: readonly {
    readonly stated: number
    readonly hit_rate: number
    readonly n: number
    readonly ci95: readonly [number, number] | null
  }[],
): string {
  if (bins.length === 0) return "<p>Too few calls for a plot.</p>"
  const [low, high] = extent(bins.flatMap(({ stated, hit_rate, ci95 }) => [stated, hit_rate, ...(ci95 ?? [])]))
  const x = (value: number) => place(value, [low, high], [MARGIN, WIDTH - MARGIN])
  const y = (value: number) => place(value, [low, high], [HEIGHT - MARGIN, 16])
  const marks = bins.map(({ stated, hit_rate, n, ci95 }) => {
    const [from, to] = ci95 ?? [hit_rate, hit_rate]
    return (
      `<line x1="${x(stated)}" x2="${x(stated)}" y1="${y(from)}" y2="${y(to)}" stroke="${COLOURS[0]}"/>` +
      `<circle cx="${x(stated)}" cy="${y(hit_rate)}" r="4" fill="${COLOURS[0]}"/>` +
      `<text x="${x(stated) + 6}" y="${y(hit_rate) - 6}">n ${n}</text>`
    )
  })
  const diagonal = `<line x1="${x(low)}" y1="${y(low)}" x2="${x(high)}" y2="${y(high)}" stroke="#9aa6b4" stroke-dasharray="4"/>`
  const ends = [low, high].map(
    (value) =>
      `<text x="${x(value)}" y="${HEIGHT - 28}" text-anchor="middle">${value.toFixed(2)}</text>` +
      `<text x="4" y="${y(value)}">${value.toFixed(2)}</text>`,
  )
  return frame("Observed rate (upwards) by stated probability (to the right)", [diagonal, ...ends, ...marks])
}

function frame(title: string, parts: readonly string[]): string {
  return (
    `<figure><figcaption>${title}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" role="img" ` +
    `font-family="system-ui,sans-serif" font-size="12"><title>${title}</title>${parts.join("")}</svg></figure>`
  )
}

function extent(values: readonly number[]): readonly [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return low === high ? [low - 1, high + 1] : [low, high]
}

function place(value: number, [low, high]: readonly [number, number], [from, to]: readonly [number, number]): number {
  return Math.round((from + ((value - low) / (high - low)) * (to - from)) * 10) / 10
}

/** …, 0.5, 1, 2, 4, … between two logarithms. */
function doublings(low: number, high: number): readonly number[] {
  const [first, last] = [Math.ceil(low / Math.LN2), Math.floor(high / Math.LN2)]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => 2 ** (first + index))
}

function yearsBetween(fromMs: number, toMs: number): readonly number[] {
  const [first, last] = [new Date(fromMs).getUTCFullYear() + 1, new Date(toMs).getUTCFullYear()]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

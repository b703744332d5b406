const marks = {
  circle: "●",
  diamond: "◆",
  square: "■",
  triangle: "▲",
  line: "—",
  dashed: "┄",
  dotted: "·····",
} as const

type LegendItem = {
  readonly name: string
  readonly tone: "accent" | "up" | "down" | "warn" | "muted"
  readonly mark: keyof typeof marks
}

/** The legend of a chart. */
export function Legend({ items }: { readonly items: readonly LegendItem[] }) {
  return (
    <ul className="legend">
      {items.map(({ name, tone, mark }) => (
        <li key={name}>
          <span data-tone={tone} aria-hidden="true">
            {marks[mark]}
          </span>{" "}
          {name}
        </li>
      ))}
    </ul>
  )
}

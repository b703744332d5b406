import { panned, type PlotView, zoomed } from "@/components/charts/plot-view"
import { type Overlay, OVERLAYS } from "./chart-view"

type ViewButtonsProps = {
  readonly view: PlotView
  readonly total: number
  readonly show: (view: PlotView) => void
}

/** Pan and zoom for the pointer and for touch. */
export function ViewButtons({ view, total, show }: ViewButtonsProps) {
  const quarter = Math.max(1, Math.round(view.count / 4))
  const buttons = [
    { name: "Older", glyph: "←", next: panned(view, -quarter, total) },
    { name: "Newer", glyph: "→", next: panned(view, quarter, total) },
    { name: "Zoom in", glyph: "+", next: zoomed(view, "in", total) },
    { name: "Zoom out", glyph: "−", next: zoomed(view, "out", total) },
  ]
  return (
    <p className="view-buttons">
      {buttons.map(({ name, glyph, next }) => (
        <button
          className="chip-button"
          type="button"
          aria-label={name}
          title={name}
          key={name}
          onClick={() => show(next)}
        >
          <span aria-hidden="true">{glyph}</span>
        </button>
      ))}
    </p>
  )
}

const names: Readonly<Record<Overlay, string>> = {
  bands: "Bands",
  levels: "Levels",
  calls: "Past calls",
  averages: "SMA 20, 50",
}

type OverlayButtonsProps = {
  readonly shown: ReadonlySet<Overlay>
  readonly onChange: (shown: ReadonlySet<Overlay>) => void
}

/** Switches what is drawn over the candles. */
export function OverlayButtons({ shown, onChange }: OverlayButtonsProps) {
  const all = Object.keys(OVERLAYS) as readonly Overlay[]
  return (
    <fieldset className="filters view-buttons">
      <legend className="visually-hidden">Shown on the chart</legend>
      {all.map((overlay) => (
        <button
          className="chip-button"
          type="button"
          aria-pressed={shown.has(overlay)}
          key={overlay}
          onClick={() => onChange(new Set(all.filter((one) => shown.has(one) !== (one === overlay))))}
        >
          {names[overlay]}
        </button>
      ))}
    </fieldset>
  )
}

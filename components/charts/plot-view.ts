/** The candles that a chart shows: `count` of them, up to and without the index `end`. */
export type PlotView = { readonly count: number; readonly end: number }

export const MIN_VISIBLE_CANDLES = 20
const ZOOM_FACTOR = 1.5

/** The newest `count` candles of `total`. */
export function newestView(count: number, total: number): PlotView {
  return { count: Math.min(count, total), end: total }
}

/** Moves towards newer candles (positive) or older ones, within the known candles. */
export function panned(view: PlotView, by: number, total: number): PlotView {
  return { ...view, end: Math.min(total, Math.max(view.count, view.end + Math.round(by))) }
}

/** Shows fewer candles (`in`) or more, around the candle in the middle; at the newest candle the end stays. */
export function zoomed({ count, end }: PlotView, way: "in" | "out", total: number): PlotView {
  const wanted = Math.round(way === "in" ? count / ZOOM_FACTOR : count * ZOOM_FACTOR)
  const next = Math.min(total, Math.max(Math.min(MIN_VISIBLE_CANDLES, total), wanted))
  const newEnd = end === total ? total : end - Math.round((count - next) / 2)
  return { count: next, end: Math.min(total, Math.max(next, newEnd)) }
}

/**
 * The view after a key: `+` and `−` zoom, Shift with an arrow pans by a quarter of the view, `0` shows the newest again.
 *
 * @returns `null` when the key has no function here
 */
export function viewAfterKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  view: PlotView,
  { total, defaultCount }: { readonly total: number; readonly defaultCount: number },
): PlotView | null {
  const quarter = Math.max(1, Math.round(view.count / 4))
  if (key === "+" || key === "=") return zoomed(view, "in", total)
  if (key === "-" || key === "_") return zoomed(view, "out", total)
  if (key === "0") return newestView(defaultCount, total)
  if (shiftKey && key === "ArrowLeft") return panned(view, -quarter, total)
  if (shiftKey && key === "ArrowRight") return panned(view, quarter, total)
  return null
}

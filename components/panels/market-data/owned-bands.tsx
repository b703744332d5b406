"use client"

import { createPortal } from "react-dom"
import { z } from "zod"
import { LABEL_PCT } from "@/components/charts/candle-plot"
import { ConeShades, type PlotCone } from "@/components/charts/cone-shades"
import { shareOf } from "@/components/charts/scale"
import { separateLabels } from "@/components/charts/separate-labels"
import type { ExternalStore } from "@/lib/client/browser/external-store"
import { useStore } from "@/lib/client/browser/use-store"
import { marketPrice } from "@/lib/client/format/money"
import { parseJson } from "@/lib/domain/parse-json"
import { COINS } from "@/lib/domain/market/coin"
import { rangeText } from "./cone-ranges"
import { useOwnedOverlays } from "./use-chart-data"

/** The coordinates of the server's chart, in `data-frame`. */
const Frame = z.object({
  coin: z.enum(COINS),
  fromMs: z.number(),
  toMs: z.number(),
  low: z.number(),
  high: z.number(),
  lastMs: z.number(),
  close: z.number(),
})

type PlotElements = { readonly frame: z.output<typeof Frame>; readonly plot: Element; readonly caption: Element }

/** The coordinates of the chart on this page as text; `null` without a chart. Pages replace each other inside `main`. */
const frameText: ExternalStore<string | null> = {
  get: () => document.querySelector('[data-bands="plot"]')?.getAttribute("data-frame") ?? null,
  subscribe(listener) {
    const observer = new MutationObserver(listener)
    const main = document.querySelector("main")
    if (main) observer.observe(main, { childList: true, subtree: true, attributeFilter: ["data-frame"] })
    return () => observer.disconnect()
  },
}

/**
 * Draws the bands and levels of an owned signal into the chart of the overview, which the server renders without knowing
 * what this browser owns. This part loads late, so that the chart costs no code at first.
 */
export function OwnedBands() {
  const plotElements = plotElementsOf(useStore(frameText))
  return plotElements === null ? null : <Bands {...plotElements} />
}

function plotElementsOf(text: string | null): PlotElements | null {
  const frame = Frame.safeParse(parseJson(text ?? ""))
  const [plot, caption] = ["plot", "caption"].map((name) => document.querySelector(`[data-bands="${name}"]`))
  return plot && caption && frame.success ? { frame: frame.data, plot, caption } : null
}

function Bands({ frame, plot, caption }: PlotElements) {
  const { signal } = useOwnedOverlays(frame.coin)
  const { fromMs, toMs, low, high, lastMs, close } = frame
  const cones = signal?.cones.filter(({ atMs }) => atMs > lastMs) ?? []
  const [first] = cones
  if (signal === null || !first) return null
  const x = (atMs: number) => shareOf(atMs, fromMs, toMs)
  const y = (price: number) => 100 - shareOf(price, low, high)
  const levels = signal.levels.filter(({ price }) => price >= low && price <= high)
  const tops = separateLabels(
    levels.map(({ price }) => y(price)),
    { gap: LABEL_PCT, end: 100 },
  )
  return (
    <>
      {createPortal(
        <>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            <ConeShades start={{ atMs: lastMs, price: close }} cones={cones} x={x} y={y} />
            {levels.map(({ name, price, tone }) => (
              <path className="candles-level" data-tone={tone} key={name} d={`M0 ${y(price)}H100`} />
            ))}
          </svg>
          {levels.map(({ name, price, tone }, index) => (
            <span
              className="candles-label"
              data-tone={tone}
              key={name}
              style={{ insetBlockStart: `${tops[index] ?? 0}%` }}
            >
              {name} {marketPrice(price)}
            </span>
          ))}
        </>,
        plot,
      )}
      {createPortal(captionOf(first), caption)}
    </>
  )
}

function captionOf({ range50, range95, ...range80 }: PlotCone): string {
  const band80 = `Ahead: your 80% band, in 24h ${rangeText(range80)}`
  if (range50 === undefined || range95 === undefined) return `${band80}.`
  return `${band80} (dashed edge); 50% ${rangeText(range50)} (solid), 95% ${rangeText(range95)} (dotted).`
}

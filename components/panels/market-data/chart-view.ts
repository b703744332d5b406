import { useSearchParams } from "next/navigation"
import { useState } from "react"
import { replaceAddress } from "@/lib/client/browser/replace-address"
import { type Interval, INTERVALS } from "@/lib/domain/market/candle"

/** What can be drawn over the candles, and whether it is at first. */
export const OVERLAYS = { bands: true, levels: true, calls: true, averages: false } as const

export type Overlay = keyof typeof OVERLAYS

export type ChartView = { readonly interval: Interval; readonly overlays: ReadonlySet<Overlay> }

const names = Object.keys(OVERLAYS) as readonly Overlay[]

/** The candles and overlays that an address names; unknown values are ignored. Pure. */
export function viewInQuery(query: Pick<URLSearchParams, "get">): ChartView {
  const interval = INTERVALS.find((one) => one === query.get("interval")) ?? "4h"
  const show = query.get("show")?.split(",")
  return { interval, overlays: new Set(names.filter((name) => show?.includes(name) ?? OVERLAYS[name])) }
}

/** `search` with this view in it; what is usual is left out. Pure. */
export function queryWithView(search: string, { interval, overlays }: ChartView): string {
  const query = new URLSearchParams(search)
  const isUsual = names.every((name) => overlays.has(name) === OVERLAYS[name])
  if (interval === "4h") query.delete("interval")
  else query.set("interval", interval)
  if (isUsual) query.delete("show")
  else query.set("show", names.filter((name) => overlays.has(name)).join(","))
  const text = query.toString().replaceAll("%2C", ",")
  return text === "" ? "" : `?${text}`
}

/** The candles and overlays of the chart, kept in the address. */
export function useChartView(): readonly [ChartView, (next: ChartView) => void] {
  const query = useSearchParams()
  const [view, setView] = useState(() => viewInQuery(query))
  const change = (next: ChartView) => {
    setView(next)
    const { pathname, search, hash } = window.location
    replaceAddress(`${pathname}${queryWithView(search, next)}${hash}`)
  }
  return [view, change]
}

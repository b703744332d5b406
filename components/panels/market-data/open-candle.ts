import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { PlotCandle } from "@/components/charts/candle-plot"
import { pageQueries } from "@/lib/client/reads/queries"
import type { Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { candlesOf } from "./market-chart-data"
import { CANDLES, candlesRead } from "./use-chart-data"

/**
 * The candle that is still open: from the last close, with the closed hours since then and the prices that this page has seen.
 * `null` without a price.
 */
export function useOpenCandle(
  coin: Coin,
  interval: Interval,
  last: { readonly endMs: number; readonly close: number },
  price: number | null,
): PlotCandle | null {
  const [queries] = useState(pageQueries)
  const hours = useQuery({ ...candlesRead(coin, "1h", CANDLES), enabled: interval !== "1h" && price !== null }, queries)
  const [seen, setSeen] = useState({ endMs: last.endMs, prices: [] as readonly number[] })
  if (price !== null && (seen.endMs !== last.endMs || !seen.prices.includes(price))) {
    const known = seen.endMs === last.endMs ? seen.prices : []
    setSeen({ endMs: last.endMs, prices: [Math.min(price, ...known), Math.max(price, ...known), price] })
  }
  if (price === null) return null
  const closed = hours.data ? candlesOf(hours.data).filter(({ openMs }) => openMs >= last.endMs) : []
  return openCandle(last, closed, [...seen.prices, price])
}

/** @param closed hours since the last close */
export function openCandle(
  last: { readonly endMs: number; readonly close: number },
  closed: readonly PlotCandle[],
  prices: readonly number[],
): PlotCandle {
  return {
    openMs: last.endMs,
    open: last.close,
    high: Math.max(last.close, ...closed.map(({ high }) => high), ...prices),
    low: Math.min(last.close, ...closed.map(({ low }) => low), ...prices),
    close: prices.at(-1) ?? last.close,
    volume: closed.reduce((sum, { volume }) => sum + volume, 0),
  }
}

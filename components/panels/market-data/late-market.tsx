"use client"

import dynamic from "next/dynamic"
import type { ComponentProps } from "react"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import type * as Chart from "./coin-chart"
import type * as Strip from "./market-strip"

// In the server's HTML. The code, with the query library, comes after the first load.
const Prices = dynamic(() => import("@/components/app/late").then((module) => module.MarketStrip))
const Candles = dynamic(() => import("@/components/app/late-coin").then((module) => module.CoinChart))

export function MarketStrip(props: ComponentProps<typeof Strip.MarketStrip>) {
  return (
    <ErrorBoundary>
      <Prices {...props} />
    </ErrorBoundary>
  )
}

export function CoinChart(props: ComponentProps<typeof Chart.CoinChart>) {
  return (
    <ErrorBoundary>
      <Candles {...props} />
    </ErrorBoundary>
  )
}

"use client"

import dynamic from "next/dynamic"
import type { ComponentProps } from "react"
import { loadLate } from "@/components/app/load-late"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import type * as Chart from "./coin-chart"

// In the server's HTML. The code comes after the first load.
const Candles = dynamic(() => loadLate().then((module) => module.loadCoinChart()))

export function CoinChart(props: ComponentProps<typeof Chart.CoinChart>) {
  return (
    <ErrorBoundary>
      <Candles {...props} />
    </ErrorBoundary>
  )
}

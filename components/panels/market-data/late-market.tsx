"use client"

import dynamic from "next/dynamic"
import type { ComponentProps } from "react"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import type * as Strip from "./market-strip"

// In the server's HTML. The code, with the query library, comes after the first load.
const Prices = dynamic(() => import("@/components/app/late").then((module) => module.MarketStrip))

export function MarketStrip(props: ComponentProps<typeof Strip.MarketStrip>) {
  return (
    <ErrorBoundary>
      <Prices {...props} />
    </ErrorBoundary>
  )
}

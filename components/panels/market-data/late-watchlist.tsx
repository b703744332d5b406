"use client"

import "./watchlist.css"
import dynamic from "next/dynamic"
import type { ComponentProps } from "react"
import { loadLate } from "@/components/app/load-late"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import type * as List from "./watchlist"

// In the server's HTML. The code comes after the first load.
const Rows = dynamic(() => loadLate().then((module) => module.loadWatchlist()))

export function Watchlist(props: ComponentProps<typeof List.Watchlist>) {
  return (
    <ErrorBoundary>
      <Rows {...props} />
    </ErrorBoundary>
  )
}

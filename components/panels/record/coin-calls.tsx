"use client"

import dynamic from "next/dynamic"
import { loadLate } from "@/components/app/load-late"
import { FreePanel } from "@/components/panels/free-panel"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import type { Coin } from "@/lib/domain/market/coin"

const CallsBoard = dynamic(() => loadLate().then((module) => module.loadCallsBoard()), {
  ssr: false,
  loading: () => (
    <FreePanel heading="h3" title="Past calls" state={{ kind: "loading" }}>
      {null}
    </FreePanel>
  ),
})

/** Past calls on one coin, free. Its space is reserved from the start. */
export function CoinCalls({ coin }: { readonly coin: Coin }) {
  return (
    <div className="calls-place">
      <ErrorBoundary>
        <CallsBoard title={`Past ${coin} calls`} coin={coin} />
      </ErrorBoundary>
    </div>
  )
}

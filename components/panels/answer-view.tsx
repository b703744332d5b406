"use client"

import dynamic from "next/dynamic"
import type { ComponentType } from "react"
import { ErrorFallback } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { JsonBlock } from "@/components/ui/json-block"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { endpointOf } from "@/components/panels/product/panel-product"
import { RawAnswer } from "./raw-answer"

type View = ComponentType<{ readonly body: unknown }>

/** One view per endpoint, loaded when its answer is present. */
const views: Readonly<Record<string, View>> = {
  signal: dynamic(() => import("@/components/panels/signal/answer").then((module) => module.SignalAnswer)),
  context: dynamic(() => import("@/components/panels/context/answer").then((module) => module.ContextAnswer)),
  risk: dynamic(() => import("@/components/panels/risk/answer").then((module) => module.RiskAnswer)),
  odds: dynamic(() => import("@/components/panels/odds/answer").then((module) => module.OddsAnswer)),
  regime: dynamic(() => import("@/components/panels/regime/answer").then((module) => module.RegimeAnswer)),
  market_overview: dynamic(() => import("./market-overview/answer").then((module) => module.OverviewAnswer)),
  market_etf: dynamic(() => import("./market-etf/answer").then((module) => module.EtfAnswer)),
  events: dynamic(() => import("./events/answer").then((module) => module.EventsAnswer)),
  institutions: dynamic(() => import("./institutions/answer").then((module) => module.InstitutionsAnswer)),
  yields: dynamic(() => import("./yields/answer").then((module) => module.YieldsAnswer)),
  defi_recommend: dynamic(() => import("./defi-recommend/answer").then((module) => module.RecommendAnswer)),
  dex_alpha: dynamic(() => import("./dex-alpha/answer").then((module) => module.DexAnswer)),
  geo_events: dynamic(() => import("./geo-events/answer").then((module) => module.GeoEventsAnswer)),
  geo_alert: dynamic(() => import("./geo-alert/answer").then((module) => module.GeoAlertAnswer)),
}

/**
 * A purchased answer in the view of its endpoint. If the view fails, the raw answer is shown because it was paid for.
 */
export function AnswerView({ receipt }: { readonly receipt: Pick<Receipt, "productId" | "body"> }) {
  const View = views[endpointOf(receipt.productId)] ?? RawAnswer
  return (
    <ErrorBoundary fallback={<AnswerErrorFallback body={receipt.body} />}>
      <View body={receipt.body} />
    </ErrorBoundary>
  )
}

function AnswerErrorFallback({ body }: { readonly body: unknown }) {
  return (
    <div className="answer">
      <ErrorFallback />
      <p>The raw answer:</p>
      <JsonBlock label="Answer as JSON" value={body} />
    </div>
  )
}

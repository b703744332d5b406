"use client"

import { use } from "react"
import { ErrorFallback } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { JsonBlock } from "@/components/ui/json-block"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { endpointOf } from "@/components/panels/product/panel-product"
import type * as Views from "./load-view"

/**
 * A purchased answer in the view of its endpoint. If the view fails, the raw answer is shown because it was paid for.
 */
export function AnswerView({ receipt }: { readonly receipt: Pick<Receipt, "productId" | "body"> }) {
  return (
    <ErrorBoundary fallback={<AnswerErrorFallback body={receipt.body} />}>
      {/* Without Suspense: what is shown stays until the view is here, so that nothing moves. */}
      <LoadedView endpoint={endpointOf(receipt.productId)} body={receipt.body} />
    </ErrorBoundary>
  )
}

function LoadedView({ endpoint, body }: { readonly endpoint: string; readonly body: unknown }) {
  const { Answer } = use(viewOf(endpoint))
  return <Answer body={body} />
}

const views = new Map<string, Promise<Views.ViewModule>>()

function viewOf(endpoint: string): Promise<Views.ViewModule> {
  const known = views.get(endpoint)
  if (known) return known
  const view = preloadViews().then(({ loadView }) => loadView(endpoint))
  views.set(endpoint, view)
  return view
}

/** Loads the list of the views, which is not part of the first load. */
export function preloadViews(): Promise<typeof Views> {
  return import("./load-view")
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

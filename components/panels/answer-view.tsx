"use client"

import { useEffect, useState } from "react"
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
      <LoadedView key={endpointOf(receipt.productId)} endpoint={endpointOf(receipt.productId)} body={receipt.body} />
    </ErrorBoundary>
  )
}

/** The place of the answer is reserved until its view has loaded. */
function LoadedView({ endpoint, body }: { readonly endpoint: string; readonly body: unknown }) {
  const view = useView(endpoint)
  return view === null ? <p className="answer-space">Loading…</p> : <view.Answer body={body} />
}

/**
 * The view of an endpoint; `null` until it has loaded. `use()` would suspend the whole page, because no boundary stands above,
 * and React gives up after a hundred renders: a slow line would turn a bought answer into an error.
 *
 * @throws {Error} if its code cannot be loaded
 */
function useView(endpoint: string): Views.ViewModule | null {
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
  const [view, setView] = useState(() => loaded.get(endpoint) ?? null)
  useEffect(() => {
    let isMounted = true
    loadViewOf(endpoint).then(
      (next) => isMounted && setView(next),
      (error: unknown) => isMounted && setFailure({ error }),
    )
    return () => {
      isMounted = false
    }
  }, [endpoint])
  if (failure !== null) throw failure.error
  return view
}

const loaded = new Map<string, Views.ViewModule>()

async function loadViewOf(endpoint: string): Promise<Views.ViewModule> {
  // The list of the views is not part of the first load.
  const { loadView } = await import("./load-view")
  const view = loaded.get(endpoint) ?? (await loadView(endpoint))
  loaded.set(endpoint, view)
  return view
}

/** Loads the view of a product. A failure is reported when the view is shown. */
export function preloadView(productId: string): void {
  loadViewOf(endpointOf(productId)).catch(() => undefined)
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

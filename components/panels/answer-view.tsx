"use client"

import { type ComponentType, Suspense, use } from "react"
import { ErrorFallback } from "@/components/ui/error-fallback"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { JsonBlock } from "@/components/ui/json-block"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { endpointOf } from "@/components/panels/product/panel-product"
import { RawAnswer } from "./raw-answer"

type View = ComponentType<{ readonly body: unknown }>

/**
 * A purchased answer in the view of its endpoint. If the view fails, the raw answer is shown because it was paid for.
 */
export function AnswerView({ receipt }: { readonly receipt: Pick<Receipt, "productId" | "body"> }) {
  return (
    <ErrorBoundary fallback={<AnswerErrorFallback body={receipt.body} />}>
      <Suspense>
        <LoadedView endpoint={endpointOf(receipt.productId)} body={receipt.body} />
      </Suspense>
    </ErrorBoundary>
  )
}

function LoadedView({ endpoint, body }: { readonly endpoint: string; readonly body: unknown }) {
  const { Answer } = use(viewOf(endpoint))
  return <Answer body={body} />
}

type ViewModule = { readonly Answer: View }

const views = new Map<string, Promise<ViewModule>>()

/** `answer.tsx` in the folder of the endpoint. Loaded when its answer is present. */
function viewOf(endpoint: string): Promise<ViewModule> {
  const known = views.get(endpoint)
  if (known) return known
  const view = loadView(endpoint)
  views.set(endpoint, view)
  view.catch(() => views.delete(endpoint))
  return view
}

async function loadView(endpoint: string): Promise<ViewModule> {
  try {
    return (await import(`./${endpoint.replaceAll("_", "-")}/answer.tsx`)) as ViewModule
  } catch (error) {
    // An endpoint that is no longer sold has no folder.
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return { Answer: RawAnswer }
    throw error
  }
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

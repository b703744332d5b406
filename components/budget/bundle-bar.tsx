"use client"

import { lazy, Suspense } from "react"
import { usePurchaseClient } from "@/components/app/app-context"
import type { PanelProduct } from "@/components/panels/product/panel-product"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { totalOf } from "@/lib/client/bundle/total"
import { dollars } from "@/lib/client/format/money"

/** Loads behind the page: until it is known what this browser holds there is nothing to press. */
const Bundle = lazy(() => import("./bundle").then((module) => ({ default: module.Bundle })))

type BundleBarProps = {
  /** The panels of the screen, in their order. */
  readonly products: readonly PanelProduct[]
}

/** Buys what is missing on a screen: one total on the button, each answer paid by its own signature. */
export function BundleBar({ products }: BundleBarProps) {
  const client = usePurchaseClient()
  if (products.length < 2) return null
  const key = products.map(({ id }) => id).join(" ")
  const waiting = <Waiting products={products} />
  return (
    <section className="bundle" aria-label="This screen at once">
      <ErrorBoundary>
        <Suspense fallback={waiting}>
          {client ? <Bundle client={client} key={key} products={products} /> : waiting}
        </Suspense>
      </ErrorBoundary>
    </section>
  )
}

/** The same room, before this browser's answers have been read. */
function Waiting({ products }: BundleBarProps) {
  return (
    <>
      <button className="button" type="button" aria-disabled="true">
        View all {products.length} for {dollars(totalOf(products))}
      </button>
      <p className="bundle-text">Reading what this browser keeps…</p>
    </>
  )
}
